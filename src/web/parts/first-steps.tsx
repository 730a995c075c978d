import { Button, Card, Group, SimpleGrid, Text, ThemeIcon } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { graphql, useData } from '../graphql.ts';
import { useMay } from '../session.ts';
import { Loading, Page, Problems } from '../ui/page.tsx';

const Begun = graphql(`query Begun { locations(first: 1) { nodes { id } } products(first: 1) { nodes { id } } }`);
const Keys = graphql(`query Keys { apiKeys(first: 1) { nodes { id } } }`);

/** What a new organization does first; what is done is ticked. Once stock has moved there is a dashboard instead. */
export function FirstSteps() {
  const isAdmin = useMay('admin');
  const mayWrite = useMay('write');
  const { data, loading, problems } = useData(Begun, {});
  const keys = useData(Keys, {}, { pause: !isAdmin });
  if (loading) return <Loading height={320} />;
  const isDone = {
    location: data?.locations.nodes.length === 1,
    product: data?.products.nodes.length === 1,
    key: keys.data?.apiKeys.nodes.length === 1,
  };
  const steps = [
    {
      title: 'Make a location',
      text: 'A warehouse, a store: wherever stock is kept.',
      to: '/settings',
      search: { tab: 'places' },
      label: 'Locations',
      done: isDone.location,
      offered: isAdmin,
    },
    {
      title: 'Import what you have',
      text: 'Products, stock, suppliers and orders from a spreadsheet; or make a first product by hand.',
      to: '/import',
      search: {},
      label: 'Import',
      done: isDone.product,
      offered: mayWrite,
    },
    {
      title: 'Book what is there',
      text: 'Adjust its stock, or start a count and scan.',
      to: '/inventory',
      search: {},
      label: 'Inventory',
      done: false,
      offered: mayWrite,
    },
    {
      title: 'Connect your systems',
      text: 'Create an API key for each of them; they book from then on.',
      to: '/settings',
      search: {},
      label: 'API keys',
      done: isDone.key,
      offered: isAdmin,
    },
  ];
  const next = steps.findIndex(({ done, offered }) => !done && offered);
  return (
    <Page
      title="Welcome"
      hint="As soon as the first stock is booked, this page becomes your dashboard: key figures, live movements, forecasts."
    >
      <Problems problems={problems} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
        {steps.map(({ title, text, to, search, label, done, offered }, index) => (
          <Card key={title} component="li">
            <Group gap="sm" wrap="nowrap" align="flex-start">
              <ThemeIcon
                size={28}
                radius="xl"
                variant={done ? 'filled' : 'default'}
                aria-label={done ? 'Done' : `Step ${index + 1}`}
                role="img"
              >
                {done ? (
                  <IconCheck size={16} />
                ) : (
                  <Text size="sm" fw={600}>
                    {index + 1}
                  </Text>
                )}
              </ThemeIcon>
              <div>
                <Text fw={620} size="lg" lh={1.5}>
                  {title}
                </Text>
                <Text c="dimmed" size="sm" mb="md">
                  {text}
                </Text>
                {offered && (
                  <Button
                    component={Link}
                    to={to}
                    search={search as never}
                    variant={index === next ? 'filled' : 'default'}
                  >
                    {label}
                  </Button>
                )}
              </div>
            </Group>
          </Card>
        ))}
      </SimpleGrid>
    </Page>
  );
}
