import { graphql, useData } from '../graphql.ts';

const Locations = graphql(`query Locations { locations(first: 100) { nodes { id name code type active } } }`);

export const useLocations = () => useData(Locations, {}, { policy: 'cache-first' }).data?.locations.nodes ?? [];

export const nameOf = (places: readonly { id: string; name: string }[], id: string | null | undefined): string =>
  places.find(place => place.id === id)?.name ?? '–';
