from __future__ import annotations

import asyncio
from http.cookies import SimpleCookie

import pytest

from tests.server.visiting import HERE, Visit, problem, visit
from upriver.server.config import Config
from upriver.server.limits import Limits
from upriver.server.people import COOKIE
from upriver.server.tokens import LINK_SECONDS, link_expiry, link_hash, new_link, new_token, token_hash


def cookie_of(answer_headers: str) -> tuple[str, SimpleCookie]:
    cookie: SimpleCookie = SimpleCookie(answer_headers)
    return cookie[COOKIE].value, cookie


async def test_a_browser_is_known_by_its_cookie_alone() -> None:
    async with visit() as guest:
        problem(await guest.ask("GET", "/api/people/me"), 401, "no-person")
        came = await guest.ask("POST", "/api/people", {"name": "  Ada   Byron "})
        assert came.status_code == 201
        assert came.json()["name"] == "Ada Byron"
        assert came.json()["token"] is None
        me = await guest.ask("GET", "/api/people/me")
        assert me.json() == {key: came.json()[key] for key in ("id", "name", "since")}
        flags = me.headers["set-cookie"].lower()
        assert all(flag in flags for flag in ("httponly", "samesite=lax", "path=/", "max-age=34560000"))
        assert "secure" not in flags


@pytest.mark.parametrize(("base", "public_url"), [("https://river.test", ""), (HERE, "https://cards.example.org")])
async def test_the_cookie_is_secure_where_the_address_is(base: str, public_url: str) -> None:
    async with visit(config=Config(public_url=public_url), base=base) as guest:
        came = await guest.ask("POST", "/api/people", {"name": "Ada"})
        assert "; Secure" in came.headers["set-cookie"]


async def test_a_program_is_known_by_its_bearer_token() -> None:
    async with visit() as guest:
        ada, ben = await guest.come("Ada"), await guest.come("Ben")
        names = [(await who.ask("GET", "/api/people/me")).json()["name"] for who in (ada, ben, ada)]
        assert names == ["Ada", "Ben", "Ada"]
        assert "set-cookie" not in (await ada.ask("GET", "/api/people/me")).headers
        for header in ("Bearer nobody", "Basic QTpC", "Bearer", ""):
            problem(await guest.ask("GET", "/api/people/me", Authorization=header), 401, "no-person")


async def test_the_store_holds_no_token() -> None:
    token = new_token()
    assert len(token) >= 43
    assert token.encode() not in token_hash(token)
    assert link_hash(token) != token_hash(token)


async def test_names_are_cleaned_or_refused_and_can_change() -> None:
    async with visit() as guest:
        for wrong in ("", "   ", "x" * 25, "a\u202eb", "a\nb", "\u200b"):
            details = problem(await guest.ask("POST", "/api/people", {"name": wrong}), 422, "bad-name")
            assert details["most"] == 24
        ada = await guest.come("Ada")
        assert (await ada.ask("PATCH", "/api/people/me", {"name": "Nonna Ada"})).json()["name"] == "Nonna Ada"
        assert (await ada.ask("GET", "/api/people/me")).json()["name"] == "Nonna Ada"
        problem(await ada.ask("PATCH", "/api/people/me", {"name": " "}), 422, "bad-name")
        problem(await guest.ask("PATCH", "/api/people/me", {"name": "x"}), 401, "no-person")


async def test_logging_out_forgets_this_device_only() -> None:
    async with visit() as guest:
        ada = await guest.come("Ada")
        other = await redeem(guest, (await ada.ask("POST", "/api/people/link")).json()["secret"])
        assert (await ada.ask("DELETE", "/api/people/me/token")).status_code == 204
        problem(await ada.ask("GET", "/api/people/me"), 401, "no-person")
        assert (await other.ask("GET", "/api/people/me")).json()["name"] == "Ada"


async def test_a_browser_that_logs_out_loses_its_cookie() -> None:
    async with visit() as guest:
        await guest.ask("POST", "/api/people", {"name": "Ada"})
        assert COOKIE in guest.http.cookies
        gone = await guest.ask("DELETE", "/api/people/me/token")
        assert "Max-Age=0" in gone.headers["set-cookie"]
        assert COOKIE not in guest.http.cookies


async def redeem(guest: Visit, secret: str) -> Visit:
    answer = await guest.ask("POST", "/api/people/link/redeem", {"secret": secret, "wants_token": True})
    assert answer.status_code == 201, answer.text
    return Visit(guest.http, guest.store, guest.clock, {"Authorization": f"Bearer {answer.json()['token']}"})


async def test_a_personal_link_makes_a_second_device_once() -> None:
    async with visit() as guest:
        ada = await guest.come("Ada")
        link = (await ada.ask("POST", "/api/people/link")).json()
        assert link["path"] == f"/me#{link['secret']}"
        assert link["expires_at"] == guest.clock.now + LINK_SECONDS
        phone = await redeem(guest, link["secret"])
        assert phone.headers != ada.headers
        assert (await phone.ask("GET", "/api/people/me")).json() == (await ada.ask("GET", "/api/people/me")).json()
        again = await guest.ask("POST", "/api/people/link/redeem", {"secret": link["secret"]})
        problem(again, 404, "no-link")


async def test_of_two_who_use_a_link_at_once_one_gets_in() -> None:
    async with visit() as guest:
        ada = await guest.come("Ada")
        secret = (await ada.ask("POST", "/api/people/link")).json()["secret"]
        body = {"secret": secret, "wants_token": True}
        answers = await asyncio.gather(*(guest.ask("POST", "/api/people/link/redeem", body) for _ in range(8)))
        assert sorted(answer.status_code for answer in answers) == [201] + [404] * 7


async def test_a_link_gets_old_and_is_no_token() -> None:
    async with visit() as guest:
        ada = await guest.come("Ada")
        secret = (await ada.ask("POST", "/api/people/link")).json()["secret"]
        problem(await guest.ask("GET", "/api/people/me", Authorization=f"Bearer {secret}"), 401, "no-person")
        until, _, rest = secret.partition(".")
        forged = f"{int(until) + 9999}.{rest}"
        problem(await guest.ask("POST", "/api/people/link/redeem", {"secret": forged}), 404, "no-link")
        guest.clock.now += LINK_SECONDS + 1
        problem(await guest.ask("POST", "/api/people/link/redeem", {"secret": secret}), 410, "link-expired")
        problem(await guest.ask("POST", "/api/people/link/redeem", {"secret": secret}), 404, "no-link")


@pytest.mark.parametrize("text", ["", ".", "1.", ".x", "x.y", "²." + "x" * 9, "-1.x", "9" * 100 + ".x" + "y" * 99])
def test_no_text_is_taken_for_a_link(text: str) -> None:
    assert link_expiry(text) is None


def test_a_link_says_when_it_ends() -> None:
    assert link_expiry(new_link(1000.9)) == 1000 + LINK_SECONDS


async def test_one_address_makes_so_many_people_and_no_more() -> None:
    async with visit(config=Config(limits=Limits(people_per_hour=3))) as guest:
        for _ in range(3):
            await guest.come("Ada")
        refused = await guest.ask("POST", "/api/people", {"name": "Ada"})
        details = problem(refused, 429, "too-many-requests")
        assert refused.headers["retry-after"] == str(details["wait"])
        guest.clock.now += details["wait"]
        await guest.come("Ada")


async def test_one_person_makes_so_many_links_and_one_address_tries_so_many() -> None:
    async with visit(config=Config(limits=Limits(links_per_hour=2, redeems_per_hour=2))) as guest:
        ada = await guest.come("Ada")
        codes = [(await ada.ask("POST", "/api/people/link")).status_code for _ in range(3)]
        assert codes == [201, 201, 429]
        tries = [(await guest.ask("POST", "/api/people/link/redeem", {"secret": "1.x"})).status_code for _ in range(3)]
        assert tries == [404, 404, 429]


async def test_no_secret_stands_in_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    async with visit() as guest:
        ada = await guest.come("Ada")
        secret = (await ada.ask("POST", "/api/people/link")).json()["secret"]
        await redeem(guest, secret)
        await ada.ask("GET", "/api/people/me?token=in-the-query")
    told = "".join(capsys.readouterr())
    assert told.count("request") == 4
    token = ada.headers["Authorization"].removeprefix("Bearer ")
    assert not [text for text in (secret, token, "in-the-query") if text in told]
