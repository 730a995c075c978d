import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import type { VariablesOf } from 'gql.tada';
import { useEffect, useRef } from 'react';
import { graphql, send, useData } from './graphql.ts';
import { type Language, speak } from './language.ts';
import { refused } from './ui/said.tsx';

/*
 * How the person likes it, on whatever device they sign in: the service keeps it.
 */

const Mine = graphql('query Me { me { defaultLocationId language scheme } }');
const Change = graphql(
  `mutation UpdateMe($input: UpdateMeInput, $idempotencyKey: String) { updateMe(input: $input, idempotencyKey: $idempotencyKey) { me { defaultLocationId language scheme } } }`,
);

/** Undefined until it is read. */
export const useMe = () => useData(Mine, {}, { policy: 'cache-first' }).data?.me ?? undefined;

export async function changeMe(input: VariablesOf<typeof Change>['input']): Promise<boolean> {
  const { problems } = await send(Change, { input });
  if (problems) refused(problems);
  return !problems;
}

/** The person speaks this language from now on; null: whatever the browser does. The page is loaded anew in it. */
export async function chooseLanguage(language: Language | null): Promise<void> {
  if (await changeMe({ language: language && (language.toUpperCase() as Uppercase<Language>) })) speak(language);
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

/** The language that the person chose, wherever; undefined until it is read, null where it is the browser's. */
export function useLanguageOfPerson(): Language | null | undefined {
  const me = useMe();
  return me && ((me.language?.toLowerCase() ?? null) as Language | null);
}

/** Whoever signs in is spoken to as they wish, on whatever device. */
export function useSpokenTo(): void {
  const chosen = useLanguageOfPerson();
  useEffect(() => {
    if (chosen !== undefined) speak(chosen);
  }, [chosen]);
}
