/** The address at which the build puts it. */
declare module '*.wasm?url' {
  const address: string;
  export default address;
}
