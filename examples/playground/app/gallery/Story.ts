/** The stories of the gallery: one component in one state. */
import type { TestAuthProviderProps, TestResource } from "latchkey/react"
import type { ReactElement } from "react"
import type { Answers } from "./fakeClient.ts"
import type { Player } from "./Player.ts"

/** One component in one state. */
export interface Story {
  readonly render: () => ReactElement
  /** The signed-in user. `null`, the default, means signed out. */
  readonly user?: TestAuthProviderProps["user"]
  readonly session?: TestAuthProviderProps["session"]
  readonly resources?: ReadonlyArray<TestResource>
  /** The responses of the service. A request without one stays pending. */
  readonly answers?: Answers
  readonly appearance?: TestAuthProviderProps["appearance"]
  /** The sign-in method that was used before on the device, such as `provider:github`. */
  readonly lastMethod?: string
  /** `true` for a device with an authenticator for passkeys. */
  readonly isPasskeyOnDevice?: boolean
  /** `true` for a page that another site shows in a frame. */
  readonly isFramed?: boolean
  /** The URL of the page, such as the link of an email. */
  readonly url?: string
  /** `false` for a device without a network. */
  readonly isOnline?: TestAuthProviderProps["isOnline"]
  /** The steps of a user before the state appears. */
  readonly play?: (player: Player) => Promise<void>
  /** The height that an open dialog or menu needs, in pixels. */
  readonly height?: number
}

/** The stories of one component. */
export interface Group {
  readonly component: string
  /** `card` for one task in the middle of a page, `settings` for sections, and `bar` for parts of a header. */
  readonly layout: "card" | "settings" | "bar"
  readonly stories: Readonly<Record<string, Story>>
}

/** A story with its place in the gallery. */
export interface Entry {
  /** The story's part of the URL, such as `sign-in-wrong-password`. */
  readonly id: string
  readonly name: string
  readonly group: Group
  readonly story: Story
}

/** Returns the stories of all groups, in order. */
export const entriesOf = (groups: ReadonlyArray<Group>): ReadonlyArray<Entry> =>
  groups.flatMap((group) =>
    Object.entries(group.stories).map(([name, story]) => ({
      id: `${toKebabCase(group.component)}-${toKebabCase(name)}`,
      name: toSentence(name),
      group,
      story
    }))
  )

const toKebabCase = (name: string): string =>
  name.replaceAll(/(?<=[a-z0-9])[A-Z]|(?<=[A-Z])[A-Z](?=[a-z])/g, "-$&").toLowerCase()

const toSentence = (name: string): string => {
  const words = toKebabCase(name).replaceAll("-", " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}
