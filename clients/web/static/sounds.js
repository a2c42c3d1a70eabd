// Short sounds, made here and off at first: dice rattle, cards flick, figures knock, points ring, and a chime for my turn.

import { settings } from "./settings.js";

let context;

// Browsers let a page make sounds only after its visitor has done something.
function opened() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => {});
  return context;
}

// A level that rises at once and falls to zero.
function fading(audio, at, length, loud) {
  const level = audio.createGain();
  level.gain.setValueAtTime(loud, at);
  level.gain.exponentialRampToValueAtTime(0.001, at + length);
  level.connect(audio.destination);
  return level;
}

function tone(frequency, after, length, loud = 0.12, type = "triangle") {
  const audio = opened();
  const at = audio.currentTime + after;
  const source = new OscillatorNode(audio, { frequency, type });
  source.connect(fading(audio, at, length, loud));
  source.start(at);
  source.stop(at + length);
}

function noise(after, length, pitch, loud = 0.2) {
  const audio = opened();
  const at = audio.currentTime + after;
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < samples.length; place += 1) samples[place] = Math.random() * 2 - 1;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 1.2 });
  source.connect(filter).connect(fading(audio, at, length, loud));
  source.start(at);
}

const SOUNDS = {
  die() {
    for (let hit = 0; hit < 6; hit += 1) noise(hit * 0.055 + Math.random() * 0.02, 0.05, 1800 + Math.random() * 1400);
  },
  card: () => noise(0, 0.12, 4200, 0.12),
  piece() {
    noise(0.2, 0.06, 500, 0.5);
    tone(160, 0.2, 0.09, 0.2, "sine");
  },
  count() {
    tone(880, 0, 0.12);
    tone(1320, 0.08, 0.16);
  },
  refused() {
    tone(180, 0, 0.12, 0.15, "square");
    tone(140, 0.12, 0.18, 0.15, "square");
  },
  turn() {
    [660, 880, 1100].forEach((frequency, place) => tone(frequency, place * 0.09, 0.35));
  },
};

export function sound(name) {
  if (settings.sound && !document.hidden) SOUNDS[name]?.();
}
