/** Why the server did not do what was asked: always `{code, message, details}`. */
export class Problem extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: Record<string, unknown>;

  constructor(status: number, code: string, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

const PATIENCE_MS = 15_000;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Asks the server; every failure is a `Problem`, `offline` where the server was not reached. */
export async function ask<T>(method: Method, path: string, body?: unknown): Promise<T> {
  const text = await fetched(method, path, body);
  try {
    return (text === '' ? null : JSON.parse(text)) as T;
  } catch {
    throw new Problem(200, 'bad-answer', 'the answer is not JSON');
  }
}

/** A text that is not JSON, as a record or a picture. */
export function read(path: string): Promise<string> {
  return fetched('GET', path);
}

async function fetched(method: Method, path: string, body?: unknown): Promise<string> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      credentials: 'same-origin',
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new Problem(0, 'offline', 'the server was not reached');
  }
  const text = await answer.text();
  if (answer.ok) return text;
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {
    // A proxy in between answers in its own words.
  }
  if (isShape(value)) throw new Problem(answer.status, value.code, value.message, value.details ?? {});
  throw new Problem(answer.status, answer.status >= 502 ? 'offline' : 'internal', answer.statusText);
}

function isShape(value: unknown): value is { code: string; message: string; details?: Record<string, unknown> } {
  return typeof value === 'object' && value !== null && 'code' in value && 'message' in value;
}
