import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import type { VariablesOf } from 'gql.tada';
import { useEffect, useRef } from 'react';
import { graphql, send, useData } from './graphql.ts';
import { refused } from './ui/form.tsx';

/*
 * How the person likes it, on whatever device they sign in: the service keeps it.
 */

const Mine = graphql('query Me { me { defaultLocationId language scheme } }');
const Change = graphql(
  `mutation UpdateMe($input: UpdateMeInput, $idempotencyKey: String) { updateMe(input: $input, idempotencyKey: $idempotencyKey) { me { defaultLocationId language scheme } } }`,
);

/** Undefined until it is read. */
export const useMe = () => useData(Mine, {}, { policy: 'cache-first' }).data?.me ?? undefined;

export async function changeMe(input: VariablesOf<typeof Change>['input']): Promise<void> {
  const { problems } = await send(Change, { input });
  if (problems) refused(problems);
}

/** The colors of this device, and how they are chosen: for this device, and for the person. */
export function useColors() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return {
    colors: colorScheme,
    choose(scheme: MantineColorScheme) {
      setColorScheme(scheme);
      void changeMe({ scheme: scheme.toUpperCase() as Uppercase<MantineColorScheme> });
    },
  };
}

/** What the person chose elsewhere comes here, once, when it is read; where they have said nothing, the device keeps its own. */
export function useColorsOfPerson(): void {
  const { setColorScheme } = useMantineColorScheme();
  const latest = useRef(setColorScheme);
  latest.current = setColorScheme;
  const chosen = useMe()?.scheme;
  useEffect(() => {
    if (chosen) latest.current(chosen.toLowerCase() as MantineColorScheme);
  }, [chosen]);
}
