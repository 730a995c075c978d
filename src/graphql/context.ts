import type { Response } from 'express';
import type { KeyCaller } from '../access/caller.ts';
import type { EventStream } from '../events/stream.ts';
import type { Shape } from '../kernel/shape.ts';
import type { Budget } from './budget.ts';
import type { Loaders } from './loaders.ts';

/** What every resolver knows of its request. */
export interface Context {
  caller: KeyCaller;
  /** Absent on sockets. */
  res?: Response | undefined;
  loaders: Loaders;
  /** The number of nodes that the document may still produce. */
  budget: Budget;
  events: EventStream;
  /** Warnings of the document's mutations: extensions.warnings. */
  warnings: object[];
  /** If something was read from a replica, the time up to which it is certainly complete: extensions.dataAsOf. */
  dataAsOf?: Date;
  /** Closes a socket whose reader does not keep up. */
  overrun?: (() => void) | undefined;
  /** Refuses a nested resource that the caller could not read at the root. */
  requireRead(shape: Shape): void;
}
