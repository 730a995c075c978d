/** The URL of the built asset. */
declare module '*.wasm?url' {
  const address: string;
  export default address;
}
