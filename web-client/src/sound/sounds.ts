/** Short sounds, which are synthesised, so that nothing is fetched. They have the echo of a bar room, and vary a little each time. */
export type Noise = 'hit' | 'miss' | 'fall' | 'dice' | 'glass' | 'door' | 'out' | 'bell';

/** The output of all sounds: dry, with an echo of the walls, through a compressor that limits the volume. */
interface Room {
  readonly audio: AudioContext;
  readonly out: AudioNode;
  readonly hiss: AudioBuffer;
}

let room: Room | null = null;

/** Length of the echo in seconds, and its gain. */
const ECHO = 0.45;
const WALLS = 0.22;

/** Plays a sound. Browsers allow sounds only after the player has touched the page; before that nothing is played. */
export function make(noise: Noise): void {
  if (typeof AudioContext === 'undefined') return;
  room ??= open(new AudioContext());
  const { audio } = room;
  if (audio.state === 'suspended') void audio.resume();
  if (audio.state !== 'running') return;
  recipes[noise](room, audio.currentTime + 0.005);
}

function noiseOf(audio: AudioContext, seconds: number, fade: (share: number) => number): AudioBuffer {
  const samples = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
  const data = samples.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = (Math.random() * 2 - 1) * fade(i / data.length);
  return samples;
}

function open(audio: AudioContext): Room {
  const loud = audio.createDynamicsCompressor();
  loud.threshold.value = -16;
  loud.ratio.value = 5;
  loud.connect(audio.destination);
  const walls = audio.createConvolver();
  walls.buffer = noiseOf(audio, ECHO, (share) => (1 - share) ** 3);
  const wet = audio.createGain();
  wet.gain.value = WALLS;
  const out = audio.createGain();
  out.gain.value = 0.8;
  out.connect(loud);
  out.connect(walls).connect(wet).connect(loud);
  return { audio, out, hiss: noiseOf(audio, 1, () => 1) };
}

/** Returns a value that differs at random, by at most the share `by`. */
const about = (value: number, by = 0.08): number => value * (1 + (Math.random() * 2 - 1) * by);

/** Returns a gain that rises within `rise` seconds and then fades out. */
function dying({ audio, out }: Room, at: number, length: number, loud: number, rise = 0.004): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + rise);
  gain.gain.exponentialRampToValueAtTime(0.0006, at + length);
  gain.connect(out);
  return gain;
}

/** Plays a tone that slides from one pitch to another and fades. */
function tone(room: Room, at: number, from: number, to: number, length: number, loud: number, shape: OscillatorType = 'sine'): void {
  const source = room.audio.createOscillator();
  source.type = shape;
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(Math.max(20, to), at + length);
  source.connect(dying(room, at, length, loud));
  source.start(at);
  source.stop(at + length);
}

/** Plays noise through a filter that slides from one pitch to another. A narrow band is quiet, so that `loud` may be above 1 there. */
function rush(room: Room, at: number, length: number, loud: number, kind: BiquadFilterType, from: number, to = from, sharp = 1, rise?: number): void {
  const source = room.audio.createBufferSource();
  source.buffer = room.hiss;
  const filter = room.audio.createBiquadFilter();
  filter.type = kind;
  filter.Q.value = sharp;
  filter.frequency.setValueAtTime(from, at);
  filter.frequency.exponentialRampToValueAtTime(to, at + length);
  source.connect(filter).connect(dying(room, at, length, loud, rise));
  source.start(at, Math.random() * 0.5, length);
}

/** Plays the partials of a struck object, each with its ratio to `pitch`, its loudness and its length in seconds. */
function struck(room: Room, at: number, pitch: number, partials: readonly (readonly [ratio: number, loud: number, rings: number])[]): void {
  for (const [ratio, loud, rings] of partials) tone(room, at, pitch * ratio, pitch * ratio * 0.995, rings, loud);
}

const recipes: Record<Noise, (room: Room, at: number) => void> = {
  // A thump, the smack of knuckles, and the breath that is knocked out.
  hit: (room, at) => {
    tone(room, at, about(210), 42, 0.2, 0.75);
    tone(room, at, about(420), 90, 0.07, 0.3, 'triangle');
    rush(room, at, 0.05, 0.6, 'bandpass', about(1700), 900, 0.8);
    rush(room, at + 0.03, 0.12, 0.18, 'lowpass', 700, 200);
  },
  // The rush of air of a fist that passes by.
  miss: (room, at) => rush(room, at, 0.26, 1.6, 'bandpass', about(500), about(2600), 2.2, 0.12),
  // Three impacts: knees, shoulder, head.
  fall: (room, at) => {
    [0, 0.09, 0.15].forEach((later, n) => {
      tone(room, at + later, about(130 - n * 22), 34, 0.2, 0.55 - n * 0.12);
      rush(room, at + later, 0.1, 0.26 - n * 0.06, 'lowpass', about(620), 180);
    });
  },
  // A rattle on wood that slows down.
  dice: (room, at) => {
    [0, 0.045, 0.1, 0.17, 0.26].forEach((later, n) => {
      rush(room, at + later, 0.028, 1 - n * 0.1, 'bandpass', about(2900, 0.2), 1900, 5);
      tone(room, at + later, about(920, 0.2), 700, 0.03, 0.12, 'triangle');
    });
  },
  glass: (room, at) => {
    rush(room, at, 0.16, 0.35, 'highpass', 3600);
    for (let n = 0; n < 7; n += 1)
      struck(room, at + 0.02 + n * 0.035 * Math.random() * 2, about(3400, 0.4), [
        [1, 0.09, 0.22],
        [1.52, 0.05, 0.16],
      ]);
  },
  // The hinges, then the blow against the frame.
  door: (room, at) => {
    tone(room, at, about(180), about(260), 0.14, 0.08, 'sawtooth');
    tone(room, at + 0.13, 110, 52, 0.2, 0.6);
    rush(room, at + 0.13, 0.07, 0.3, 'lowpass', 1200, 300);
  },
  // Three falling notes, as from a trombone, and a gong.
  out: (room, at) => {
    [311, 277, 208].forEach((pitch, n) => {
      tone(room, at + n * 0.17, pitch * 1.02, pitch * 0.96, n === 2 ? 0.42 : 0.2, 0.16, 'sawtooth');
      tone(room, at + n * 0.17, pitch / 2, pitch / 2.05, n === 2 ? 0.42 : 0.2, 0.2, 'triangle');
    });
    struck(room, at + 0.5, 146, [
      [1, 0.3, 0.9],
      [2.1, 0.14, 0.6],
      [3.4, 0.07, 0.35],
    ]);
  },
  // The bell on the counter.
  bell: (room, at) =>
    [0, 0.16].forEach((later) =>
      struck(room, at + later, 1046, [
        [1, 0.16, 0.9],
        [2.01, 0.1, 0.5],
        [2.98, 0.07, 0.34],
        [5.4, 0.03, 0.16],
      ]),
    ),
};
