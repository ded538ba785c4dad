/** Short noises, made on the spot: nothing to fetch. */
export type Noise = 'hit' | 'miss' | 'fall' | 'dice' | 'glass' | 'door' | 'out' | 'bell';

let context: AudioContext | null = null;

/** Makes a noise. Browsers allow it only after the player has touched the page; before that it stays silent. */
export function make(noise: Noise): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  if (context.state !== 'running') return;
  recipes[noise](context, context.currentTime);
}

/** A tone that slides from one pitch to another and fades. */
function tone(audio: AudioContext, at: number, from: number, to: number, length: number, loud: number, shape: OscillatorType): void {
  const source = audio.createOscillator();
  const gain = audio.createGain();
  source.type = shape;
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(Math.max(20, to), at + length);
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + length);
}

/** A burst of noise through a filter. */
function rush(audio: AudioContext, at: number, length: number, loud: number, kind: BiquadFilterType, pitch: number): void {
  const samples = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const data = samples.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length);
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  source.buffer = samples;
  filter.type = kind;
  filter.frequency.value = pitch;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
}

const recipes: Record<Noise, (audio: AudioContext, at: number) => void> = {
  hit: (audio, at) => {
    tone(audio, at, 190, 45, 0.16, 0.5, 'triangle');
    rush(audio, at, 0.07, 0.4, 'lowpass', 1800);
  },
  miss: (audio, at) => rush(audio, at, 0.16, 0.16, 'bandpass', 1100),
  fall: (audio, at) => {
    tone(audio, at, 110, 35, 0.24, 0.5, 'sine');
    rush(audio, at, 0.12, 0.22, 'lowpass', 500);
  },
  dice: (audio, at) => [0, 0.06, 0.11].forEach((later) => rush(audio, at + later, 0.03, 0.25, 'bandpass', 2600)),
  glass: (audio, at) => {
    rush(audio, at, 0.3, 0.25, 'highpass', 4200);
    [2900, 3700, 4600].forEach((pitch, i) => tone(audio, at + i * 0.03, pitch, pitch * 0.9, 0.2, 0.06, 'sine'));
  },
  door: (audio, at) => tone(audio, at, 150, 90, 0.18, 0.25, 'square'),
  out: (audio, at) => [330, 262, 196].forEach((pitch, i) => tone(audio, at + i * 0.13, pitch, pitch * 0.97, 0.22, 0.2, 'triangle')),
  bell: (audio, at) => [880, 1320].forEach((pitch) => tone(audio, at, pitch, pitch, 0.7, 0.12, 'sine')),
};
