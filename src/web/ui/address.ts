/** Where something leads: a path, and what is looked at there. */
export interface Address {
  to: string;
  search?: { readonly [name: string]: string };
}

/** The same as the props of a Link or the options of navigate, whose types know only the paths that were written out. */
export const toward = ({ to, search = {} }: Address) => ({ to, search }) as never as { to: '/'; search: never };
