/*
 * People who scan look at the shelf: a sound tells them whether the scan was accepted.
 */

let context: AudioContext | undefined;

function beep(hertz: number, seconds: number): void {
  try {
    context ??= new AudioContext();
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = hertz;
    volume.gain.value = 0.08;
    tone.connect(volume).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + seconds);
  } catch {
    // Without sound, the screen has to be enough.
  }
}

/** High and short: the scan was accepted. */
export const soundTaken = (): void => beep(1320, 0.06);
/** Low and longer: look at the screen. */
export const soundRefused = (): void => beep(220, 0.35);
