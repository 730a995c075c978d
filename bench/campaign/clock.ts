/*
 * Loaded before the service: shifts its clock by this many milliseconds, and multiplies its speed. Timers and
 * `performance` are not affected, as on a machine whose time was set.
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
