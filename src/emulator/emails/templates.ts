/**
 * Email templates and their rendering.
 *
 * A template's content is a document with blocks by id, as the service's editor produces it. The block `root` is the
 * layout and lists its children. The emulator renders only their wording.
 */
import type { EmailTemplateType } from "../../wire/emailTemplates.ts"
import { isObject, type Json, type JsonObject } from "../../wire/Json.ts"
import type { EmailTemplateRow, ProjectRow } from "../state/rows.ts"

/** The link's placeholder in each email type. */
export const linkNames: Readonly<Record<EmailTemplateType, string>> = {
  email_verification: "emailVerificationLink",
  password_reset: "passwordResetLink",
  magic_link: "magicLink",
  team_invitation: "teamInvitationLink"
}

interface TemplateTexts {
  readonly subject: string
  readonly heading: string
  readonly text: string
  readonly button: string
}

/** The wording for official clients up to version 2.5.37, which cannot accept a code. */
const linkOnlyTexts = {
  heading: "Sign in to {{ projectDisplayName }}",
  text: "Follow the link below to sign in."
}

const defaultTexts: Readonly<Record<EmailTemplateType, TemplateTexts>> = {
  email_verification: {
    subject: "Verify your email at {{ projectDisplayName }}",
    heading: "Verify your email",
    text:
      "Confirm that this email belongs to your {{ projectDisplayName }} account. If you did not sign up, ignore this email.",
    button: "Verify email"
  },
  password_reset: {
    subject: "Reset your password at {{ projectDisplayName }}",
    heading: "Reset your password",
    text:
      "We received a request to reset the password of your {{ projectDisplayName }} account. If it wasn't you, ignore this email.",
    button: "Reset password"
  },
  magic_link: {
    subject: "Sign in to {{ projectDisplayName }}: Your code is {{ otp }}",
    heading: "{{ otp }}",
    text: "Enter this code in {{ projectDisplayName }}, or follow the link below to sign in.",
    button: "Sign in"
  },
  team_invitation: {
    subject: "You have been invited to join {{ teamDisplayName }}",
    heading: "Join {{ teamDisplayName }}",
    text: "You have been invited to join {{ teamDisplayName }} on {{ projectDisplayName }}.",
    button: "Accept invitation"
  }
}

const defaultTemplate = (type: EmailTemplateType, isOldClient: boolean): EmailTemplateRow => {
  const { button, heading, subject, text } = isOldClient
    ? { ...defaultTexts[type], ...linkOnlyTexts }
    : defaultTexts[type]
  return {
    subject,
    content: {
      root: { type: "EmailLayout", data: { childrenIds: ["heading", "text", "button"] } },
      heading: { type: "Heading", data: { props: { text: heading, level: "h2" } } },
      text: { type: "Text", data: { props: { text } } },
      button: { type: "Button", data: { props: { text: button, url: `{{ ${linkNames[type]} }}` } } }
    }
  }
}

/** Returns the project's template for an email type, or the default one, which has only a link for an old client. */
export const templateOf = (project: ProjectRow, type: EmailTemplateType, isOldClient = false): EmailTemplateRow =>
  project.emailTemplates.get(type) ?? defaultTemplate(type, isOldClient)

const blockTypes: ReadonlyArray<unknown> = [
  "Avatar",
  "Button",
  "ColumnsContainer",
  "Container",
  "Divider",
  "EmailLayout",
  "Heading",
  "Html",
  "Image",
  "Spacer",
  "Text"
]

interface Block {
  readonly type: string
  readonly data: { readonly [name: string]: unknown }
}

const isBlock = (value: unknown): value is Block =>
  isObject(value) && blockTypes.includes(value["type"]) && isObject(value["data"])

/** Returns `true` if content is a valid document: blocks with known types, a layout as root, and no missing children. */
export const isDocument = (content: JsonObject): boolean => {
  const root = content["root"]
  return isBlock(root) && root.type === "EmailLayout" &&
    Object.values(content).every((block) =>
      isBlock(block) && childrenOf(block).every((id) => Object.hasOwn(content, id))
    )
}

const filterIds = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.filter((id) => typeof id === "string") : []

/** Layouts and containers list their children; columns do so per column. */
const childrenOf = ({ data }: Block): ReadonlyArray<string> => {
  const props = isObject(data["props"]) ? data["props"] : {}
  const columns: ReadonlyArray<unknown> = Array.isArray(props["columns"]) ? props["columns"] : []
  return [data, props, ...columns].flatMap((part) => isObject(part) ? filterIds(part["childrenIds"]) : [])
}

/** Renders an email. Unknown placeholders become empty. */
export const render = ({ content, subject }: EmailTemplateRow, values: Readonly<Record<string, string>>) => {
  const fill = (text: string) =>
    text.replace(/\{\{\{?\s*(\w+)\s*\}?\}\}/g, (_, name: string) => Object.hasOwn(values, name) ? values[name]! : "")
  const lines = blocksOf(content).flatMap(textOfBlock).map(fill)
  return { subject: fill(subject), text: `${lines.join("\n\n")}\n` }
}

/** Returns the layout and its descendants, in order. Cycles are cut: each block appears once. */
const blocksOf = (content: JsonObject): ReadonlyArray<Block> => {
  const found = new Map<string, Block>()
  // An explicit stack, because a document may be nested deeper than the call stack allows.
  const pending = ["root"]
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const block: Json | undefined = content[id]
    if (!isBlock(block) || found.has(id)) continue
    found.set(id, block)
    for (const child of childrenOf(block).toReversed()) pending.push(child)
  }
  return [...found.values()]
}

const textOfBlock = ({ data, type }: Block): ReadonlyArray<string> => {
  const props = isObject(data["props"]) ? data["props"] : {}
  const text = (name: string) => typeof props[name] === "string" ? props[name] : ""
  const written = type === "Html"
    ? text("contents")
    : type === "Button"
    ? `${text("text")}: ${text("url")}`
    : text("text")
  return written === "" ? [] : [written]
}
