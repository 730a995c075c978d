import type { EntityManager } from '@mikro-orm/postgresql';
import type { Unit } from '../kernel/unit.ts';

const units = new WeakMap<EntityManager, Unit>();

/** Makes the unit known to the records created and changed through its entity manager. */
export function bindUnit(unit: Unit): Unit {
  units.set(unit.em, unit);
  return unit;
}

export function unitOf(em: EntityManager): Unit {
  const unit = units.get(em);
  if (!unit) throw new Error('This entity manager belongs to no unit of work.');
  return unit;
}
