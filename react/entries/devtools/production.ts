"use client"
/** Latchkey's developer tools for apps in production. */
import type { ReactNode } from "react"
import { type DevToolsProps, makeDevTools } from "../../devtools/makeDevTools.ts"

/**
 * `DevTools` of `latchkey/react/devtools` that also renders in production. The panel is loaded on demand when the component
 * mounts.
 *
 * **Example** (Developer tools that an app shows on request)
 *
 * ```tsx
 * import { lazy, Suspense } from "react"
 *
 * const DevTools = lazy(() =>
 *   import("latchkey/react/devtools/production").then(({ DevTools }) => ({ default: DevTools }))
 * )
 *
 * export const Support = ({ isEnabled }: { readonly isEnabled: boolean }) =>
 *   isEnabled ? <Suspense><DevTools /></Suspense> : null
 * ```
 */
export const DevTools: (props: DevToolsProps) => ReactNode = /*#__PURE__*/ makeDevTools(() =>
  import("../../devtools/mountPanel.tsx")
)
