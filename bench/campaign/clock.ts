/*
 * Loaded ahead of the service: its clock is so many milliseconds off, and so many times as fast. What is counted from the start of the
 * process (timers, `performance`) is not touched, as with a machine whose time was set.
 */
const [offMs = 0, speed = 1] = (process.env['CAMPAIGN_CLOCK'] ?? '').split(',').map(Number);
const Real = Date;
const beganAt = Real.now();
const nowMs = () => Math.trunc(beganAt + offMs + (Real.now() - beganAt) * speed);

globalThis.Date = new Proxy(Real, {
  construct: (target, given, as) => Reflect.construct(target, given.length === 0 ? [nowMs()] : given, as),
  apply: () => new Real(nowMs()).toString(),
  get: (target, name) => (name === 'now' ? nowMs : Reflect.get(target, name)),
});

export {};
