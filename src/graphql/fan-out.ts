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
import type { LoggedEvent } from '../events/log.ts';
import { Refusal } from '../kernel/errors.ts';

/*
 * One event, many sockets: dashboards run the same subscription, so an event is executed and serialized once for all
 * subscribers with the same query and the same rights.
 */

const answers = new WeakMap<LoggedEvent, Map<string, Promise<string>>>();

/** The result for an event, computed by the first subscriber that needs it. */
export function answerOnce(event: LoggedEvent, asked: string, make: () => Promise<string>): Promise<string> {
  let known = answers.get(event);
  if (!known) answers.set(event, (known = new Map<string, Promise<string>>()));
  let answer = known.get(asked);
  if (!answer) known.set(asked, (answer = make()));
  return answer;
}

/**
 * The selection that a subscription makes of each event. The arguments of its root field only filter events, so they
 * make no difference.
 */
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

export interface EventSink {
  send(event: LoggedEvent): Promise<void>;
  /** Reports why the events ended. */
  refuse(refusal: Refusal): Promise<void>;
}

/** Delivers each event by itself. It yields nothing: whoever iterates over it only waits for the end. */
export function relay(events: AsyncIterableIterator<LoggedEvent>, sink: EventSink): AsyncIterableIterator<never> {
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      try {
        for await (const event of events) await sink.send(event);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        await sink.refuse(error);
      }
      return { done: true, value: undefined };
    },
    async return() {
      await events.return?.();
      return { done: true, value: undefined };
    },
  };
}
