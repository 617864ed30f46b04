/**
 * The marks of OAuth providers: simplified drawings, to recognize a provider beside its name.
 *
 * @since 0.1.0
 */
import type { ReactNode } from "react"
import { providerName } from "../kit/providerNames.ts"

/** A path with its color, the text color by default, and the width of its stroke. It is filled without one. */
type Shape = readonly [path: string, color?: string | undefined, stroke?: number]

const marks: Readonly<Record<string, ReadonlyArray<Shape>>> = {
  google: [
    ["M5 8a8 8 0 0 1 13-1.2", "#ea4335", 4],
    ["M5 8a8 8 0 0 0 0 8", "#fbbc05", 4],
    ["M5 16a8 8 0 0 0 12.2 2.1", "#34a853", 4],
    ["M17.2 18.1A8 8 0 0 0 20 12h-8", "#4285f4", 4]
  ],
  github: [[
    "M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20zM7 6.5l2.7 1.3q2.3-.5 4.6 0L17 6.5v3.3q1.2 1.4 1.2 3.2 0 3.6-4.2 4.3v4.4h-4v-2q-2.4.4-3.5-2 1.7.9 3.5.6v-1q-4.2-.7-4.2-4.3 0-1.8 1.2-3.2z"
  ]],
  microsoft: [
    ["M3 3h8.5v8.5H3z", "#f25022"],
    ["M12.5 3H21v8.5h-8.5z", "#7fba00"],
    ["M3 12.5h8.5V21H3z", "#00a4ef"],
    ["M12.5 12.5H21V21h-8.5z", "#ffb900"]
  ],
  spotify: [
    ["M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20z", "#1db954"],
    ["M6 9q6.5-2 12 1", "#fff", 2],
    ["M6.8 12.8q5-1.5 9.7.9", "#fff", 1.7],
    ["M7.5 16.2q4-1 7.5.7", "#fff", 1.4]
  ],
  facebook: [
    ["M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20z", "#0866ff"],
    ["M16 7.5h-1q-2.2 0-2.2 2.2V22M9 13h6.5", "#fff", 2.6]
  ],
  discord: [
    [
      "M5.2 5.5Q12 2.8 18.8 5.5q3 5 3 11-2.4 1.9-5.3 2.8l-1.1-1.9q-3.4.7-6.8 0l-1.1 1.9q-2.9-.9-5.3-2.8 0-6 3-11z",
      "#5865f2"
    ],
    ["M8.7 10.3a2 2 0 1 0 .1 0zM15.2 10.3a2 2 0 1 0 .1 0z", "#fff"]
  ],
  gitlab: [
    ["M12 21.5L2 14 5 3l3 7.5h8L19 3l3 11z", "#fc6d26"],
    ["M12 21.5l-4-11h8z", "#e24329"]
  ],
  bitbucket: [["M2 4h20l-2.6 16H4.6zM9 9l1 6h4l1-6z", "#2684ff"]],
  linkedin: [
    ["M4 2h16q2 0 2 2v16q0 2-2 2H4q-2 0-2-2V4q0-2 2-2z", "#0a66c2"],
    ["M7 10v8M7 5.5V8M11.5 18v-8M11.5 14.5q0-3.3 2.8-3.3 2.7 0 2.7 3.3V18", "#fff", 2.5]
  ],
  apple: [
    ["M16.5 7.5q-1.7 0-2.9.7-1.6.8-3.2 0-1.1-.7-2.5-.7-4.4.6-4.4 5.8.2 4.8 4 8.2 1 .7 2.4 0 2-.8 4 0 1.4.7 2.4 0 2.6-2 3.7-5.2-2.8-1.4-2.8-4 0-2.5 2.2-3.7-1.2-1.1-2.9-1.1zM12 6.5q-.2-3.6 3.7-4.7.3 3.8-3.7 4.7z"]
  ],
  x: [["M4 4h4l12 16h-4z", undefined, 1.8], ["M19.5 4l-6.7 7.2M11.2 12.8L4.5 20", undefined, 1.8]],
  twitch: [["M5 3.5h15V14l-4 4h-4l-3 3v-3H5zM11 7.5V12M15.5 7.5V12", "#9146ff", 2]]
}

/** The mark of a provider, or its first letter. It is decorative: the name stands beside it. */
export const ProviderMark = ({ provider }: { readonly provider: string }): ReactNode => (
  <svg
    viewBox="0 0 24 24"
    width="20"
    height="20"
    fill="none"
    aria-hidden="true"
    data-latchkey="provider-mark"
  >
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
          <circle cx="12" cy="12" r="9.5" stroke="currentColor" />
          <text x="12" y="16" textAnchor="middle" fontSize="12" fill="currentColor">
            {Array.from(providerName(provider))[0]?.toUpperCase()}
          </text>
        </>
      )}
  </svg>
)
