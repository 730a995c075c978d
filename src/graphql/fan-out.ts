import {
  type DefinitionNode,
  type DocumentNode,
  type ExecutionArgs,
  execute,
  getOperationAST,
  Kind,
  print,
  visit,
} from 'graphql';
import type { WebSocket } from 'ws';
import type { LoggedEvent } from '../events/log.ts';
import { Refusal } from '../kernel/errors.ts';
import type { Caller } from '../kernel/operation.ts';

/*
 * One event, many sockets: dashboards run the same subscription, so an event is executed and serialized once for all subscribers with the same query and
 * the same rights.
 */

const answers = new WeakMap<LoggedEvent, Map<string, Promise<string>>>();

/** The answer about an event, computed by the first subscriber that needs it. */
export function answerOnce(event: LoggedEvent, asked: string, make: () => Promise<string>): Promise<string> {
  let known = answers.get(event);
  if (!known) answers.set(event, (known = new Map<string, Promise<string>>()));
  let answer = known.get(asked);
  if (!answer) known.set(asked, (answer = make()));
  return answer;
}

/** The key under which two callers see the same: their organization and their rights. */
export const rightsOf = ({ organizationId, scopes, modules }: Caller): string =>
  `${organizationId} ${[...scopes].sort().join()} ${[...modules].sort().join()}`;

/** What a subscription asks of each event. The arguments of its root field only choose the events, so they make no difference. */
export function askedOf({
  document,
  operationName,
  variableValues,
}: Pick<ExecutionArgs, 'document' | 'operationName' | 'variableValues'>): string {
  const operation = getOperationAST(document, operationName)!;
  const selections = operation.selectionSet.selections.map(selection =>
    selection.kind === Kind.FIELD ? { ...selection, arguments: [] } : selection,
  );
  const shown = {
    ...operation,
    name: undefined,
    variableDefinitions: [],
    selectionSet: { ...operation.selectionSet, selections },
  };
  const fragments = document.definitions.filter(definition => definition.kind === Kind.FRAGMENT_DEFINITION);
  const used = variablesOf({ kind: Kind.DOCUMENT, definitions: [shown as DefinitionNode, ...fragments] });
  const variableDefinitions = (operation.variableDefinitions ?? []).filter(({ variable }) =>
    used.has(variable.name.value),
  );
  const text = print({
    kind: Kind.DOCUMENT,
    definitions: [{ ...shown, variableDefinitions } as DefinitionNode, ...fragments],
  });
  return JSON.stringify([text, [...used].map(name => variableValues?.[name])]);
}

function variablesOf(document: DocumentNode): Set<string> {
  const names = new Set<string>();
  visit(document, {
    enter(node) {
      if (node.kind === Kind.VARIABLE) names.add(node.name.value);
    },
  });
  return names;
}

/** Executes a subscription for one event. */
export const executeFor = async (event: LoggedEvent, args: ExecutionArgs) => execute({ ...args, rootValue: event });

/** How many bytes may be buffered in a socket before it gets more. */
const WAITING_BYTES_MAX = 256 * 1024;
/** A reader that takes nothing for this long is gone. */
const STUCK_MS = 10_000;

/** Writes to a socket no faster than its reader takes it, whatever the number of its subscriptions. */
export class Outlet {
  readonly #socket: WebSocket;
  readonly #onStuck: () => void;
  #full: Promise<void> | undefined;

  constructor(socket: WebSocket, onStuck: () => void) {
    this.#socket = socket;
    this.#onStuck = onStuck;
  }

  async send(text: string): Promise<void> {
    while (this.#full) await this.#full;
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const taken = new Promise<void>(resolve => this.#socket.send(text, () => resolve()));
    if (this.#socket.bufferedAmount <= WAITING_BYTES_MAX) return;
    const stuck = setTimeout(this.#onStuck, STUCK_MS).unref();
    this.#full = taken.then(() => {
      clearTimeout(stuck);
      this.#full = undefined;
    });
  }
}

export interface Teller {
  tell(event: LoggedEvent): Promise<void>;
  /** Tells why the events end. */
  refuse(refusal: Refusal): Promise<void>;
}

/** Hands each event on by itself. It yields nothing: whoever iterates over it only waits for the end. */
export function relay(events: AsyncIterableIterator<LoggedEvent>, teller: Teller): AsyncIterableIterator<never> {
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      try {
        for await (const event of events) await teller.tell(event);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        await teller.refuse(error);
      }
      return { done: true, value: undefined };
    },
    async return() {
      await events.return?.();
      return { done: true, value: undefined };
    },
  };
}
