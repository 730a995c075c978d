import { useEvery } from '../every.ts';
import { graphql, pagedQuery } from '../graphql.ts';

const Locations = pagedQuery(
  graphql(
    `query Locations($after: String) { locations(first: 200, after: $after) { pageInfo { hasNextPage endCursor } nodes { id name code type active } } }`,
  ),
  data => data.locations,
);

export const useEveryLocation = () => useEvery(Locations, {}, { policy: 'cache-first' });
export const useLocations = () => useEveryLocation().rows;

export const nameOf = (places: readonly { id: string; name: string }[], id: string | null | undefined): string =>
  places.find(place => place.id === id)?.name ?? '–';
