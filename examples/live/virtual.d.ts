/** The examples by id, as the build lists them. */
declare module "virtual:examples" {
  export const examples: Readonly<
    Record<
      string,
      { readonly isSignedIn: boolean; readonly load: () => Promise<import("./runExample.tsx").ExampleModule> }
    >
  >
}
