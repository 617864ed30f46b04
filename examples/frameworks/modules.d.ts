/** What Vite and its plugins declare in an app. */
declare module "*.svelte" {
  import type { Component } from "svelte"
  const component: Component
  export default component
}

declare module "*.vue" {
  import type { Component } from "vue"
  const component: Component
  export default component
}

interface ImportMetaEnv {
  readonly VITE_STACK_PROJECT_ID: string
  readonly VITE_STACK_PUBLISHABLE_CLIENT_KEY: string
  readonly VITE_STACK_API_URL: string
}

interface ImportMeta {
  readonly env: ImportMetaEnv
}
