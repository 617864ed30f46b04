/**
 * Templates of mails, and the writing of mails by them.
 *
 * A template's content is a document of blocks by id, as the service's editor makes it: the block `root` is the layout, and
 * names its children in order. The emulator writes the texts of the blocks and leaves their looks aside.
 *
 * @since 0.1.0
 */
import type { EmailTemplateType } from "../wire/emailTemplates.ts"
import { isObject, type Json, type JsonObject } from "../wire/Json.ts"
import type { EmailTemplateRow, ProjectRow } from "./rows.ts"

/**
 * The placeholder that stands for the link of a kind of mail.
 *
 * @category constants
 * @since 0.1.0
 */
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

/** The words for clients up to version 2.5.37 of the official one: they have no field for the code. */
const linkOnlyTexts = {
  heading: "Sign in to {{ projectDisplayName }}",
  text: "Follow this link to sign in:"
}

const defaultTexts: Readonly<Record<EmailTemplateType, TemplateTexts>> = {
  email_verification: {
    subject: "Verify your email at {{ projectDisplayName }}",
    heading: "Is this your address?",
    text: "Somebody gave this address to {{ projectDisplayName }}. If it was you, say so:",
    button: "Verify the address"
  },
  password_reset: {
    subject: "Reset your password at {{ projectDisplayName }}",
    heading: "A new password",
    text: "Somebody wants to choose a new password for your account at {{ projectDisplayName }}. If it is you, go on:",
    button: "Choose a password"
  },
  magic_link: {
    subject: "Sign in to {{ projectDisplayName }}: Your code is {{ otp }}",
    heading: "{{ otp }}",
    text: "Type this code where {{ projectDisplayName }} asks for it, or follow the link:",
    button: "Sign in"
  },
  team_invitation: {
    subject: "You have been invited to join {{ teamDisplayName }}",
    heading: "Come and join us",
    text: "A member of {{ teamDisplayName }} at {{ projectDisplayName }} invites you:",
    button: "Join the team"
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

/**
 * Returns the project's template for a kind of mail: the changed one, or the default. The default for an old client shows a
 * link and no code.
 *
 * @category getters
 * @since 0.1.0
 */
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

/**
 * Says whether content is a document: blocks of known types, with a layout for a root, whose children are all there.
 *
 * @category guards
 * @since 0.1.0
 */
export const isDocument = (content: JsonObject): boolean => {
  const root = content["root"]
  return isBlock(root) && root.type === "EmailLayout" &&
    Object.values(content).every((block) =>
      isBlock(block) && childrenOf(block).every((id) => Object.hasOwn(content, id))
    )
}

const filterIds = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.filter((id) => typeof id === "string") : []

/** Layouts and containers name their children themselves, columns one by one. */
const childrenOf = ({ data }: Block): ReadonlyArray<string> => {
  const props = isObject(data["props"]) ? data["props"] : {}
  const columns: ReadonlyArray<unknown> = Array.isArray(props["columns"]) ? props["columns"] : []
  return [data, props, ...columns].flatMap((part) => isObject(part) ? filterIds(part["childrenIds"]) : [])
}

/**
 * Writes a mail. Placeholders for what is not known are left empty.
 *
 * @category conversion
 * @since 0.1.0
 */
export const render = (
  { content, subject }: EmailTemplateRow,
  values: Readonly<Record<string, string>>
): { readonly subject: string; readonly text: string } => {
  const fill = (text: string) =>
    text.replace(/\{\{\{?\s*(\w+)\s*\}?\}\}/g, (_, name: string) => Object.hasOwn(values, name) ? values[name]! : "")
  const lines = blocksOf(content).flatMap(textOfBlock).map(fill)
  return { subject: fill(subject), text: `${lines.join("\n\n")}\n` }
}

/** The layout and everything in it, in order. A block that contains itself is there once. */
const blocksOf = (content: JsonObject): ReadonlyArray<Block> => {
  const found = new Map<string, Block>()
  // A stack, since documents may be deeper than the program's own.
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
