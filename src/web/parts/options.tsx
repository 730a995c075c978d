import { Group, Stack, Table, TagsInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../language.ts';
import type { Errors } from '../ui/fields.ts';
import { ScrollRegion } from '../ui/scroll-region.tsx';
import { wrongCheckDigit } from './barcode.ts';

/*
 * Variants by options, such as size by grind: one for each combination. Common fields are entered once.
 */

/** The service does not store the names of options, so only their values are entered. */
interface OptionInput {
  values: readonly [readonly string[], readonly string[]];
  /** Typed in place of the generated SKU or barcode, by the name of the variant. */
  typed: { readonly [name: string]: { sku?: string; barcode?: string } };
}

const NO_OPTIONS: OptionInput = { values: [[], []], typed: {} };
const EXAMPLES = ['250 g, 1 kg', t('Whole, Filter')] as const;
/** The maximum per request. */
const VARIANTS_MAX = 500;
const LETTERS_MAX = 5;

/** `250 g` is `250G` in a SKU. */
const short = (value: string) =>
  value
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, LETTERS_MAX);

const describe = (warning: string | undefined) =>
  warning === undefined ? {} : { description: <span className="warned">{warning}</span> };

interface Combination {
  name: string;
  sku: string;
  barcode: string;
}

/** The variants of the combinations, each with its own SKU. */
export function useOptions(base: string) {
  const [input, setSaid] = useState(NO_OPTIONS);
  const [first, second] = input.values.map(values => [
    ...new Set(values.map(value => value.trim()).filter(Boolean)),
  ]) as [string[], string[]];
  const parts = first.flatMap(one => (second.length > 0 ? second.map(other => [one, other]) : [[one]]));
  const combinations: Combination[] = parts.slice(0, VARIANTS_MAX).map(values => {
    const name = values.join(', ');
    const made = [base.trim(), ...values.map(short)].filter(Boolean).join('-');
    return { name, sku: made, barcode: '', ...input.typed[name] };
  });
  return {
    input,
    combinations,
    isTooMany: parts.length > VARIANTS_MAX,
    reset: () => setSaid(NO_OPTIONS),
    setValues: (at: 0 | 1, values: string[]) =>
      setSaid(old => ({ ...old, values: at === 0 ? [values, old.values[1]] : [old.values[0], values] })),
    type: (name: string, part: { sku?: string; barcode?: string }) =>
      setSaid(old => ({ ...old, typed: { ...old.typed, [name]: { ...old.typed[name], ...part } } })),
  };
}

/** Options such as size and color, and a variant for each combination of their values. */
export function OptionFields({ options, errors }: { options: ReturnType<typeof useOptions>; errors: Errors }) {
  const { input, combinations, isTooMany, setValues, type } = options;
  return (
    <Stack gap="sm">
      <Group grow align="flex-start">
        {([0, 1] as const).map(at => (
          <TagsInput
            key={at}
            label={at === 0 ? t('Option') : t('Another option')}
            description={at === 0 ? t('Enter after each') : t('If there is one')}
            placeholder={input.values[at].length === 0 ? EXAMPLES[at] : ''}
            acceptValueOnBlur
            splitChars={[',', ';']}
            value={[...input.values[at]]}
            onChange={values => setValues(at, values)}
          />
        ))}
      </Group>
      {combinations.length > 0 && (
        <ScrollRegion label={t('Variants')} minWidth={300} mah={320}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>
                  {t('{combinations, plural, one {# variant} other {# variants}}', {
                    combinations: combinations.length,
                  })}
                </Table.Th>
                <Table.Th>{t('SKU')}</Table.Th>
                <Table.Th>{t('Barcode')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {combinations.map(({ name, sku, barcode }, index) => (
                <Table.Tr key={name}>
                  <Table.Td>{name}</Table.Td>
                  <Table.Td>
                    <TextInput
                      size="xs"
                      aria-label={t('SKU of {name}', { name })}
                      value={sku}
                      onChange={({ currentTarget }) => type(name, { sku: currentTarget.value })}
                      error={errors.at(`variants[${index}].sku`)}
                    />
                  </Table.Td>
                  <Table.Td>
                    <TextInput
                      size="xs"
                      inputMode="numeric"
                      aria-label={t('Barcode of {name}', { name })}
                      value={barcode}
                      onChange={({ currentTarget }) => type(name, { barcode: currentTarget.value })}
                      // A scanner ends with Enter, which must not submit the form.
                      onKeyDown={event => event.key === 'Enter' && !event.ctrlKey && event.preventDefault()}
                      error={errors.at(`variants[${index}].barcode`)}
                      inputWrapperOrder={['input', 'description', 'error']}
                      {...describe(wrongCheckDigit(barcode))}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollRegion>
      )}
      {isTooMany && (
        <Text size="sm" c="var(--bad)" role="alert">
          {t('That is more than {variantsMax} variants: only the first {variantsMax} are created.', {
            variantsMax: VARIANTS_MAX,
          })}
        </Text>
      )}
    </Stack>
  );
}
