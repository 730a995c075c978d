import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import type { VariablesOf } from 'gql.tada';
import { useEffect, useRef } from 'react';
import { graphql, send, useData } from './graphql.ts';
import { type Language, speak } from './language.ts';
import { notifyProblems } from './ui/notify.tsx';

/*
 * Personal preferences. The service stores them, so they follow the user to every device.
 */

const Mine = graphql('query Me { me { defaultLocationId language scheme } }');
const Change = graphql(
  `mutation UpdateMe($input: UpdateMeInput, $idempotencyKey: String) {
      updateMe(input: $input, idempotencyKey: $idempotencyKey) { me { defaultLocationId language scheme } } }`,
);

/** Undefined until it is read. */
export const useMe = () => useData(Mine, {}, { policy: 'cache-first' }).data?.me ?? undefined;

/** Stores preferences; whether it succeeded. Problems are shown as notifications. */
export async function changeMe(input: VariablesOf<typeof Change>['input']): Promise<boolean> {
  const { problems } = await send(Change, { input });
  if (problems) notifyProblems(problems);
  return !problems;
}

/** Changes the user's language; null: whatever the browser prefers. Reloads the page if necessary. */
export async function chooseLanguage(language: Language | null): Promise<void> {
  if (await changeMe({ language: language && (language.toUpperCase() as Uppercase<Language>) })) speak(language);
}

/** The color scheme of this device, and a way to change it for the device and the user. */
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

/** Applies the user's stored color scheme once it is read. Without one, the device keeps its own. */
export function useColorsOfPerson(): void {
  const { setColorScheme } = useMantineColorScheme();
  const latest = useRef(setColorScheme);
  latest.current = setColorScheme;
  const chosen = useMe()?.scheme;
  useEffect(() => {
    if (chosen) latest.current(chosen.toLowerCase() as MantineColorScheme);
  }, [chosen]);
}

/** The language that the user chose on any device; undefined until it is read, null if it is the browser's. */
export function useLanguageOfPerson(): Language | null | undefined {
  const me = useMe();
  return me && ((me.language?.toLowerCase() ?? null) as Language | null);
}

/** Applies the user's language after they sign in, on any device. */
export function useLanguageOfPage(): void {
  const chosen = useLanguageOfPerson();
  useEffect(() => {
    if (chosen !== undefined) speak(chosen);
  }, [chosen]);
}
