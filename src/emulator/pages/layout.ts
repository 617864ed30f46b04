/** The frame of the pages: headers, navigation, the emulator's state, and a notice. */
import { logo } from "../../platform/brand.ts"
import type { EmulatorResponse } from "../requests/http.ts"
import { hashOf, Html, html } from "./html.ts"
import { countMails } from "./inboxPage.ts"
import type { PageContext } from "./PageContext.ts"
import { badge, count, formatOffset } from "./parts.ts"
import { script } from "./script.ts"
import { style } from "./style.ts"

/** The pages in navigation order, each with the path of its icon. */
const pages = [
  ["/", "Overview", "M3 3h7v9H3zM14 3h7v5h-7zM14 12h7v9h-7zM3 16h7v5H3z"],
  [
    "/latchkey/ui/users",
    "Users",
    "M16 21v-2a4 4 0 0 0-4-4H7a4 4 0 0 0-4 4v2M9.500 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8M21 21v-2a4 4 0 0 0-3-3.900M16 3.100a4 4 0 0 1 0 7.800"
  ],
  ["/latchkey/ui/sessions", "Sessions", "M15 3h4a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-4M10 17l5-5-5-5M15 12H3"],
  ["/latchkey/ui/inbox", "Inbox", "M3 5h18v14H3zM3 6l9 7 9-7"],
  ["/latchkey/ui/webhooks", "Webhooks", "M4 12h4l3-8 4 16 3-8h3"],
  ["/latchkey/ui/faults", "Faults", "M12 3 2 20h20zM12 10v4M12 17v.5"],
  ["/latchkey/ui/clock", "Clock", "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5l3 2"]
] as const

const icon = `data:image/svg+xml,${encodeURIComponent(logo)}`

/** The notice texts by the name in a page's query. */
export const notices = {
  "user-created": "User created.",
  "user-deleted": "User deleted.",
  "session-revoked": "Session revoked. Its access token works until it expires.",
  "sessions-revoked": "Sessions revoked. Their access tokens work until they expire.",
  "tokens-expired": "Access tokens expired. Clients refresh them with their next request.",
  "fault-added": "Fault added.",
  "fault-removed": "Fault removed.",
  "clock-moved": "Clock moved.",
  "clock-reset": "Clock set back to the program's time.",
  reset: "Emulator reset to its starting state."
} as const

let headers: Readonly<Record<string, string>> | undefined

/** Returns a page's headers. The policy allows only the script and style of this folder, the icon, and the emulator. */
const getPageHeaders = (): Readonly<Record<string, string>> =>
  headers ??= {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": [
      "default-src 'none'",
      `script-src ${hashOf(script)}`,
      `style-src ${hashOf(style)}`,
      "img-src data:",
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'"
    ].join("; "),
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    // Without the referrer, browsers would send "Origin: null" with forms.
    "referrer-policy": "same-origin"
  }

/** Creates the response with a page. */
export const renderPage = (
  context: PageContext,
  title: string,
  content: Html,
  { error, status = 200 }: { readonly error?: string | undefined; readonly status?: number | undefined } = {}
): EmulatorResponse => ({
  status,
  headers: getPageHeaders(),
  body: html`<!doctype html>
<html lang="en" data-method="${context.isForm ? "POST" : "GET"}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} · Latchkey emulator</title>
<link rel="icon" href="${icon}">
<style>${new Html(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<div class="shell">
<header class="side">
<a class="brand" href="${context.link("/")}">${new Html(logo)}<b>Latchkey</b> <span>emulator</span></a>
<button class="menu" popovertarget="menu"><span class="visually-hidden">Menu: </span>${
    pages.find(([path]) => isCurrent(context, path))?.[1] ?? "Pages"
  }${renderIcon("M4 7h16M4 12h16M4 17h16")}</button>
<div class="panel" id="menu" popover>
<nav class="nav" id="nav" data-live aria-label="Pages"><ul>${
    pages.map(([path, name, icon]) => renderEntry(context, path, name, icon))
  }</ul></nav>
${renderProjects(context)}
</div>
</header>
<main id="main" tabindex="-1">
<div class="bar" id="state" data-live>${renderState(context)}</div>
<p class="notice danger" id="offline" role="alert" hidden>The emulator does not answer. Is it still running?</p>
${renderNotice(context, error)}
${content}
</main>
</div>
<p class="visually-hidden" id="copied" role="status"></p>
${scriptElement}
</body>
</html>
`.text
})

// Bundlers compile a tagged template with a script's end tag to a helper of another package.
const scriptElement = new Html(`<script>${script}</script>`)

const isCurrent = ({ url }: PageContext, path: string): boolean =>
  path === "/" ? url.pathname === "/" : url.pathname.startsWith(path)

const renderIcon = (path: string): Html =>
  html`<svg width="18" height="18" viewBox="0 0 24 24" fill="none"
 stroke="currentColor" stroke-width="1.800" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`

const renderEntry = (context: PageContext, path: string, name: string, icon: string): Html => {
  const { link, project } = context
  const number = name === "Users" ? project.users.size : name === "Inbox" ? countMails(context) : 0
  return html`<li><a href="${link(path)}"${isCurrent(context, path) && html` aria-current="page"`}>${
    renderIcon(icon)
  }${name}${number > 0 && html` <span class="badge">${number.toLocaleString("en")}</span>`}</a></li>`
}

const renderProjects = ({ project, target: { state }, url }: PageContext): Html => {
  const [first] = state.keys()
  // A user's or an email's page exists only in its project.
  const path = url.pathname.split("/").slice(0, 4).join("/")
  return html`<details class="project"><summary aria-label="Project ${project.displayName}"><span>${project.displayName}</span></summary><ul>${
    [...state.values()].map(({ displayName, id }) =>
      html`<li><a href="${path}${id === first ? "" : `?${new URLSearchParams({ project: id })}`}"${
        id === project.id && html` aria-current="true"`
      }>${displayName}<br><span class="mono muted">${id}</span></a></li>`
    )
  }</ul></details>`
}

const renderState = ({ link, offsetMillis, target }: PageContext): ReadonlyArray<Html | false> => {
  const faults = target.faults.list().length
  return [
    offsetMillis !== 0 &&
    html`<a href="${link("/latchkey/ui/clock")}">${badge(`Clock ${formatOffset(offsetMillis)}`, "warning")}</a>`,
    faults > 0 &&
    html`<a href="${link("/latchkey/ui/faults")}">${badge(`${count(faults, "fault")} active`, "danger")}</a>`
  ]
}

const renderNotice = ({ query }: PageContext, error: string | undefined): Html | undefined => {
  if (error !== undefined) return html`<p class="notice danger" role="alert">${error}</p>`
  const text = Object.entries(notices).find(([name]) => name === query("notice"))?.[1]
  return text === undefined ? undefined : html`<p class="notice" role="status">${text}</p>`
}
