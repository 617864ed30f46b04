/** The stories of the account settings. */
import { Resources } from "latchkey"
import {
  AccountSettings,
  ConnectedAccountsSettings,
  EmailSettings,
  HandlerPage,
  ProfileSettings,
  testResource,
  UserButton
} from "latchkey/react"
import { refuse, unavailable } from "../fakeClient.ts"
import {
  ada,
  adaPicture,
  agentKeys,
  channels,
  failed,
  loading,
  longChannels,
  longUser,
  makeProject,
  namelessUser,
  pending,
  sessions,
  teams,
  updateUserAnswer,
  userKeys
} from "../fixtures.ts"
import type { Player } from "../Player.ts"
import type { Group, Story } from "../Story.ts"

const project = testResource(Resources.project, makeProject())

const everything = [
  project,
  testResource(Resources.contactChannels, channels),
  testResource(Resources.sessions, sessions),
  testResource(Resources.userApiKeys, userKeys),
  testResource(Resources.teams, teams)
]

const withTeams = (all: typeof teams) => [...everything.slice(0, -1), testResource(Resources.teams, all)]

const connectedUser = {
  ...ada,
  oauthProviders: [
    { id: "github", accountId: "1", email: "ada@example.com" },
    { id: "google", accountId: "2", email: longUser.primaryEmail! }
  ]
}

const allSettings: Story = {
  render: () => <AccountSettings />,
  user: { ...connectedUser, profileImageUrl: adaPicture },
  resources: everything
}

/** Opens a page of the settings. */
const openPage = (name: string) => ({ click }: Player): Promise<void> => click(`to-${name}`)

const accountSettings: Group = {
  component: "AccountSettings",
  layout: "settings",
  stories: {
    list: allSettings,
    profile: { ...allSettings, play: openPage("profile") },
    editingName: {
      ...allSettings,
      play: async (player) => {
        await openPage("profile")(player)
        await player.click("open-display-name")
      }
    },
    changingPassword: {
      ...allSettings,
      play: async (player) => {
        await openPage("security")(player)
        await player.click("open-change-password")
      }
    },
    settingUpTwoFactor: {
      ...allSettings,
      play: async (player) => {
        await openPage("security")(player)
        await player.click("turn-on")
        await player.see("[data-latchkey~=enrolment]")
      }
    },
    dialog: {
      ...allSettings,
      height: 780,
      render: () => <UserButton accountSettings="modal" />,
      play: async (player) => {
        await player.click("menu-trigger")
        await player.click("manage-account")
        await player.see("dialog nav")
      }
    },
    handlerPage: {
      ...allSettings,
      render: () => <HandlerPage />,
      url: "https://app.example.com/handler/account-settings",
      play: async (player) => {
        await player.see("nav")
      }
    },
    security: { ...allSettings, play: openPage("security") },
    sessions: { ...allSettings, play: openPage("sessions") },
    apiKeys: { ...allSettings, play: openPage("apiKeys") },
    agents: {
      ...allSettings,
      resources: [
        ...everything.filter(({ key }) => key !== Resources.userApiKeys.key),
        testResource(Resources.userApiKeys, [...agentKeys, ...userKeys])
      ],
      play: openPage("apiKeys")
    },
    teams: { ...allSettings, play: openPage("teams") },
    noTeams: { ...allSettings, resources: withTeams([]), play: openPage("teams") },
    teamsClosed: {
      ...allSettings,
      resources: [
        testResource(Resources.project, makeProject({ clientTeamCreationEnabled: false })),
        ...withTeams([]).slice(1)
      ],
      play: openPage("teams")
    },
    loading: { ...allSettings, session: loading },
    offline: { ...allSettings, isOnline: false },
    longNames: {
      ...allSettings,
      play: openPage("profile"),
      user: longUser,
      resources: [
        testResource(Resources.contactChannels, longChannels),
        ...everything.filter(({ key }) => key !== Resources.contactChannels.key)
      ]
    },
    noName: { ...allSettings, user: namelessUser, play: openPage("profile") }
  }
}

/** Draws a picture that is wider than the area to crop. */
const drawLandscape = async (): Promise<Blob> => {
  const canvas = new OffscreenCanvas(900, 600)
  const context = canvas.getContext("2d")!
  const sky = context.createLinearGradient(0, 0, 0, 600)
  sky.addColorStop(0, "#1e3a8a")
  sky.addColorStop(0.7, "#f59e0b")
  sky.addColorStop(1, "#064e3b")
  context.fillStyle = sky
  context.fillRect(0, 0, 900, 600)
  context.fillStyle = "#fde68a"
  context.arc(450, 330, 90, 0, 2 * Math.PI)
  context.fill()
  return canvas.convertToBlob()
}

const saveName = async ({ click, submit }: Player): Promise<void> => {
  await click("open-display-name")
  await submit()
}

const profile: Story = { render: () => <ProfileSettings />, user: ada }

const profileSettings: Group = {
  component: "ProfileSettings",
  layout: "settings",
  stories: {
    initials: profile,
    picture: { ...profile, user: { ...ada, profileImageUrl: adaPicture } },
    longName: { ...profile, user: longUser },
    noName: { ...profile, user: namelessUser },
    crop: {
      ...profile,
      height: 620,
      play: async ({ choose, see }) => {
        await choose(await drawLandscape())
        await see("[data-latchkey~=crop-area]")
      }
    },
    skeleton: { ...profile, session: loading },
    editing: { ...profile, play: ({ click }) => click("open-display-name") },
    busy: { ...profile, play: saveName },
    saved: {
      ...profile,
      answers: updateUserAnswer(ada),
      play: async (player) => {
        await saveName(player)
        await player.see("[data-latchkey~=done]:not(:empty)")
      }
    },
    error: {
      ...profile,
      answers: { "PATCH /users/me": unavailable },
      play: async (player) => {
        await saveName(player)
        await player.see("[role=alert]")
      }
    }
  }
}

const emails: Story = {
  render: () => <EmailSettings />,
  user: ada,
  resources: [testResource(Resources.contactChannels, channels)]
}

const addEmail = async ({ click, submit, type }: Player): Promise<void> => {
  await click("open-add-email")
  await type("email", "ada@royal.example")
  await submit("add-email")
}

const emailSettings: Group = {
  component: "EmailSettings",
  layout: "settings",
  stories: {
    filled: emails,
    empty: { ...emails, resources: [testResource(Resources.contactChannels, [])] },
    longAddress: { ...emails, resources: [testResource(Resources.contactChannels, longChannels)] },
    skeleton: { ...emails, resources: [pending(Resources.contactChannels)] },
    error: { ...emails, resources: [failed(Resources.contactChannels)] },
    adding: { ...emails, play: ({ click }) => click("open-add-email") },
    busy: { ...emails, play: addEmail },
    taken: {
      ...emails,
      answers: {
        "POST /contact-channels": refuse("CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE", "", {
          type: "email",
          contact_channel_value: "ada@royal.example"
        }, 409)
      },
      play: async (player) => {
        await addEmail(player)
        await player.see("[role=alert]")
      }
    },
    menu: {
      ...emails,
      height: 420,
      play: async ({ see }) => {
        const triggers = (await see("[data-latchkey~=row]:last-child")).querySelectorAll("button")
        triggers[0]?.click()
        await see("[role=menu]")
      }
    },
    removing: {
      ...emails,
      height: 480,
      play: async ({ click, see }) => {
        const triggers = (await see("[data-latchkey~=row]:last-child")).querySelectorAll("button")
        triggers[0]?.click()
        await click("remove")
        await see("dialog")
      }
    }
  }
}

const connected: Story = { render: () => <ConnectedAccountsSettings />, user: connectedUser, resources: [project] }

const connectedAccountsSettings: Group = {
  component: "ConnectedAccountsSettings",
  layout: "settings",
  stories: {
    filled: connected,
    none: { ...connected, user: ada },
    noProviders: {
      ...connected,
      user: ada,
      resources: [testResource(Resources.project, makeProject({ enabledOauthProviders: [] }))]
    },
    skeleton: { ...connected, resources: [pending(Resources.project)] }
  }
}

export const settingsGroups: ReadonlyArray<Group> = [
  accountSettings,
  profileSettings,
  emailSettings,
  connectedAccountsSettings
]
