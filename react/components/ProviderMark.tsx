/** The marks of OAuth providers. They are simplified drawings, to recognize a provider beside its name. */
import type { ReactNode } from "react"
import { providerName } from "../../src/platform/providerName.ts"

/** A path with its color, the text color by default, and its stroke width. It is filled without one. */
type Stroke = readonly [path: string, color?: string | undefined, stroke?: number]

const marks: Readonly<Record<string, ReadonlyArray<Stroke>>> = {
  google: [
    ["M10 16a16 16 0 0 1 26-2", "#ea4335", 8],
    ["M10 16a16 16 0 0 0 0 16", "#fbbc05", 8],
    ["M10 32a16 16 0 0 0 24 4", "#34a853", 8],
    ["M34 36A16 16 0 0 0 40 24h-16", "#4285f4", 8]
  ],
  github: [[
    "M24 4a20 20 0 1 0 0 40 20 20 0 1 0 0-40zM14 13l5 3q5-1 9 0L34 13v7q2 3 2 6 0 7-8 9v9h-8v-4q-5 1-7-4 3 2 7 1v-2q-8-1-8-9 0-4 2-6z"
  ]],
  microsoft: [
    ["M6 6h17v17H6z", "#f25022"],
    ["M25 6H42v17h-17z", "#7fba00"],
    ["M6 25h17V42H6z", "#00a4ef"],
    ["M25 25H42V42h-17z", "#ffb900"]
  ],
  spotify: [
    ["M24 4a20 20 0 1 0 0 40 20 20 0 1 0 0-40z", "#1db954"],
    ["M12 18q13-4 24 2", "#fff", 4],
    ["M14 26q10-3 19 2", "#fff", 3.4],
    ["M15 32q8-2 15 1", "#fff", 2.8]
  ],
  facebook: [
    ["M24 4a20 20 0 1 0 0 40 20 20 0 1 0 0-40z", "#0866ff"],
    ["M32 15h-2q-4 0-4 4V44M18 26h13", "#fff", 5.2]
  ],
  discord: [
    [
      "M10 11Q24 6 38 11q6 10 6 22-5 4-11 6l-2-4q-7 1-14 0l-2 4q-6-2-11-6 0-12 6-22z",
      "#5865f2"
    ],
    ["M17 21a4 4 0 1 0 .1 0zM31 21a4 4 0 1 0 .1 0z", "#fff"]
  ],
  gitlab: [
    ["M24 43L4 28 10 6l6 15h16L38 6l6 22z", "#fc6d26"],
    ["M24 43l-8-22h16z", "#e24329"]
  ],
  bitbucket: [["M4 8h40l-5 32H9zM18 18l2 12h8l2-12z", "#2684ff"]],
  linkedin: [
    ["M8 4h32q4 0 4 4v32q0 4-4 4H8q-4 0-4-4V8q0-4 4-4z", "#0a66c2"],
    ["M14 20v16M14 11V16M23 36v-16M23 29q0-7 6-7 5 0 5 7V36", "#fff", 5]
  ],
  apple: [
    ["M33 15q-3 0-6 1-3 2-6 0-2-1-5-1-9 1-9 12 0 10 8 16 2 1 5 0 4-2 8 0 3 1 5 0 5-4 7-10-6-3-6-8 0-5 4-7-2-2-6-2zM24 13q0-7 7-9 1 8-7 9z"]
  ],
  x: [["M8 8h8l24 32h-8z", undefined, 3.6], ["M39 8l-13 14M22 26L9 40", undefined, 3.6]],
  twitch: [["M10 7h30V28l-8 8h-8l-6 6v-6H10zM22 15V24M31 15V24", "#9146ff", 4]]
}

/** A provider's mark, or its first letter. It is decorative: the name stands beside it. */
export const ProviderMark = ({ provider }: { readonly provider: string }): ReactNode => (
  <svg viewBox="0 0 48 48" width="20" height="20" fill="none" aria-hidden="true" data-latchkey="provider-mark">
    {Object.hasOwn(marks, provider)
      ? marks[provider]!.map(([path, color = "currentColor", stroke], index) => (
        <path
          key={index}
          d={path}
          fillRule="evenodd"
          {...stroke === undefined ? { fill: color } : { stroke: color, strokeWidth: stroke }}
        />
      ))
      : (
        <>
          <circle cx="24" cy="24" r="19" stroke="currentColor" strokeWidth="2" />
          <text x="24" y="32" textAnchor="middle" fontSize="24" fill="currentColor">
            {Array.from(providerName(provider))[0]?.toUpperCase()}
          </text>
        </>
      )}
  </svg>
)
