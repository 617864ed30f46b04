/** The icons of the playground. Hidden from screen readers: each one has a visible label. */
import type { ReactElement } from "react"

const paths = {
  key: "M12.5 8a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0Zm-1.3 3.2L20 20m-3.2-3.2 2-2m-5-1 1.8-1.8",
  home: "M3.5 11 12 4l8.5 7M6 9.5V20h12V9.5M10 20v-5.5h4V20",
  person: "M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM4.5 20c.8-4 3.8-6 7.5-6s6.7 2 7.5 6",
  people:
    "M12 8.5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0ZM2 19.5c.7-3.5 3.2-5.2 6.5-5.2s5.8 1.7 6.5 5.2M15.5 5.3a3.5 3.5 0 0 1 0 6.4M18 14.8c2.2.7 3.5 2.2 4 4.7",
  code: "M8.5 7.5 4 12l4.5 4.5M15.5 7.5 20 12l-4.5 4.5M13.5 5l-3 14",
  devices: "M3 5.5h13v9H3ZM7 18.5h5M9.5 14.5v4M18 9h3.5v9.5H16V17",
  bolt: "M13 3 5.5 13.5H11L10 21l8-11h-5.5Z",
  inbox: "M3.5 13.5 6 5h12l2.5 8.5V19h-17ZM3.5 13.5H8.5c.3 1.8 1.6 2.8 3.5 2.8s3.2-1 3.5-2.8h5",
  sun:
    "M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M18.4 5.6l-1.1 1.1M6.7 17.3l-1.1 1.1",
  moon: "M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z",
  close: "m6 6 12 12M18 6 6 18",
  copy: "M9 9h10.5v10.5H9ZM5.5 15H4.5V4.5H15v1",
  alert: "M12 8v5M12 16.3v.2M12 3.5 2.8 19.5h18.4Z"
} as const

export type IconName = keyof typeof paths

export const Icon = ({ name, size = 20 }: { readonly name: IconName; readonly size?: number }): ReactElement => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={paths[name]} />
  </svg>
)
