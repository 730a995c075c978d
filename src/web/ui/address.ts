/** The target of a link: a path and its search parameters. */
export interface Address {
  to: string;
  search?: { readonly [name: string]: string };
}

/** The props of a Link or the options of navigate, whose types only know literal paths. */
export const toward = ({ to, search = {} }: Address) => ({ to, search }) as never as { to: '/'; search: never };
