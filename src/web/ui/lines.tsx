import { ActionIcon, Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { VariantSelect } from './choose.tsx';
import type { Errors } from './form.tsx';

export interface Line {
  key: number;
  sku: string | null;
  quantity: number | string;
  price: number | string;
}

let made = 0;
export const newLine = (): Line => ({ key: (made += 1), sku: null, quantity: 1, price: '' });

export const linesInput = (lines: readonly Line[], price: 'unitPrice' | 'unitCost' | undefined) =>
  lines.map(line => ({
    sku: line.sku ?? '',
    quantity: line.quantity === '' ? 0 : Number(line.quantity),
    ...(price && line.price !== '' && { [price]: Number(line.price) }),
  }));

/** The lines of a document that is there already, to change them. */
export const linesOf = (
  items: readonly { sku: string; quantity: number; unitPrice?: number | null; unitCost?: number | null }[],
): Line[] =>
  items.map(({ sku, quantity, unitPrice, unitCost }) => ({
    ...newLine(),
    sku,
    quantity,
    price: unitPrice ?? unitCost ?? '',
  }));

interface LinesProps {
  lines: readonly Line[];
  onChange(lines: readonly Line[]): void;
  errors: Errors;
  price?: 'unitPrice' | 'unitCost';
}

/** What a document is about: a product and a quantity per line; problems at the line that has them. */
export function Lines({ lines, onChange, errors, price }: LinesProps) {
  const change = (index: number, part: Partial<Line>) =>
    onChange(lines.map((line, at) => (at === index ? { ...line, ...part } : line)));
  return (
    <Stack gap="xs" role="group" aria-label="Lines">
      {lines.map((line, index) => {
        const at = (name: string) => errors.at(`items[${index}].${name}`);
        return (
          <Group key={line.key} align="flex-start" gap="xs">
            <VariantSelect
              label={index === 0 ? 'Product' : undefined}
              aria-label={`Product of line ${index + 1}`}
              flex="1 1 220px"
              miw={0}
              value={line.sku}
              onChange={sku => change(index, { sku })}
              error={at('sku') ?? at('variantId') ?? errors.at(`items[${index}]`)}
            />
            <NumberInput
              label={index === 0 ? 'Quantity' : undefined}
              aria-label={`Quantity of line ${index + 1}`}
              w={92}
              min={0}
              decimalScale={4}
              hideControls
              value={line.quantity}
              onChange={quantity => change(index, { quantity })}
              error={at('quantity')}
            />
            {price && (
              <NumberInput
                label={index === 0 ? 'Price' : undefined}
                aria-label={`Price of line ${index + 1}`}
                w={92}
                min={0}
                decimalScale={4}
                hideControls
                value={line.price}
                onChange={each => change(index, { price: each })}
                error={at(price)}
              />
            )}
            {lines.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                c="inherit"
                size="lg"
                mt={index === 0 ? 24 : 0}
                aria-label={`Remove line ${index + 1}`}
                onClick={() => onChange(lines.filter((_, at) => at !== index))}
              >
                <IconTrash size={17} />
              </ActionIcon>
            )}
          </Group>
        );
      })}
      {errors.at('items') && (
        <Text size="sm" c="var(--bad)">
          {errors.at('items')}
        </Text>
      )}
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={15} />}
        w="fit-content"
        onClick={() => onChange([...lines, newLine()])}
      >
        Add a line
      </Button>
    </Stack>
  );
}
