import { useEvery } from '../every.ts';
import { graphql } from '../graphql.ts';
import { pagedQuery } from '../lists.ts';

const Locations = pagedQuery(
  graphql(
    `query Locations($after: String) { locations(first: 200, after: $after) {
          pageInfo { hasNextPage endCursor } nodes { id name code type active } } }`,
  ),
  data => data.locations,
);

/** All locations, inactive ones too, and whether they are still being read. */
export const useEveryLocation = () => useEvery(Locations, {}, { policy: 'cache-first' });
/** All locations, inactive ones too; none until they are read. */
export const useLocations = () => useEveryLocation().rows;

/** The name of a location by its id; a dash if it is none of these. */
export const nameOf = (places: readonly { id: string; name: string }[], id: string | null | undefined): string =>
  places.find(place => place.id === id)?.name ?? '–';
