"use client"
/** Latchkey's developer tools: a panel for React apps in development. */
import type { ReactNode } from "react"
import { type DevToolsProps, makeDevTools } from "../devtools/makeDevTools.ts"

/**
 * A button that opens the developer tools. Render it once, below an `AuthProvider`.
 *
 * It renders only if `process.env.NODE_ENV` is `"development"`. A bundle for production does not contain the panel. To show the
 * panel there, import `latchkey/react/devtools/production`.
 *
 * **Example** (The developer tools in an app)
 *
 * ```tsx
 * import { AuthProvider } from "latchkey/react"
 * import { DevTools } from "latchkey/react/devtools"
 * import { Recorder } from "latchkey/recorder"
 *
 * export const App = () => (
 *   <AuthProvider projectId="3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11" recorder={Recorder.layer()}>
 *     <p>Hello!</p>
 *     <DevTools />
 *   </AuthProvider>
 * )
 * ```
 */
export const DevTools: (props: DevToolsProps) => ReactNode = process.env.NODE_ENV === "development"
  ? /*#__PURE__*/ makeDevTools(() => import("../devtools/mountPanel.tsx"))
  : () => null
