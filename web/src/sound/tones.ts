/** Soft tones, made here: no file is loaded. Which of them a change of the view calls for is told apart from the sound. */
import { finished } from '../state/frames';
import type { View } from '../wire';

export type Tone = 'turn' | 'trick' | 'made';

/** Notes as frequency in hertz and begin in seconds. */
const NOTES: Record<Tone, readonly (readonly [number, number])[]> = {
  turn: [
    [523.25, 0],
    [659.25, 0.13],
  ],
  trick: [[392, 0]],
  made: [
    [523.25, 0],
    [659.25, 0.1],
    [783.99, 0.2],
  ],
};
const LOUDNESS = 0.07;
const RING = 0.45;

/** What this person is to hear between two views: at most one tone, the weightiest. */
export function toneFor(before: View | null, after: View): Tone | null {
  const seat = after.you.seat;
  const was = before?.game?.hand;
  const is = after.game?.hand;
  if (!before || seat === null || !is) return null;
  const isSame = was?.number === is.number;
  if (isSame && is.is_over && !was.is_over && is.needs[seat] === 0) return 'made';
  if (after.you.is_turn && !before.you.is_turn) return 'turn';
  if (isSame && finished(is) === finished(was) + 1 && is.last_trick?.winner === seat) return 'trick';
  return null;
}

let context: AudioContext | null = null;

/** Plays a tone; silence where the browser does not let pages sound before they are touched. */
export function play(tone: Tone): void {
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
    for (const [frequency, begin] of NOTES[tone]) ring(context, frequency, context.currentTime + 0.01 + begin);
  } catch {
    // No sound on this device.
  }
}

function ring(on: AudioContext, frequency: number, begin: number): void {
  const wave = on.createOscillator();
  const volume = on.createGain();
  wave.type = 'sine';
  wave.frequency.value = frequency;
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(LOUDNESS, begin + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + RING);
  wave.connect(volume).connect(on.destination);
  wave.start(begin);
  wave.stop(begin + RING);
}
