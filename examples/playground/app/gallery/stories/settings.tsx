/** The stories of the account settings. */
import { Resources } from "latchkey"
import {
  AccountSettings,
  ApiKeysSettings,
  ConnectedAccountsSettings,
  DeleteAccount,
  EmailSettings,
  PasskeySettings,
  PasswordSettings,
  ProfileSettings,
  SessionsSettings,
  testResource,
  TwoFactorSettings
} from "latchkey/react"
import { ok, refuse, unavailable } from "../fakeClient.ts"
import {
  ada,
  adaPicture,
  channels,
  currentSession,
  failed,
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

const loading = { _tag: "Loading" } as const

const project = testResource(Resources.project, makeProject())

const everything = [
  project,
  testResource(Resources.contactChannels, channels),
  testResource(Resources.sessions, sessions),
  testResource(Resources.userApiKeys, userKeys),
  testResource(Resources.teams, teams)
]

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
    profile: allSettings,
    security: { ...allSettings, play: openPage("security") },
    sessions: { ...allSettings, play: openPage("sessions") },
    apiKeys: { ...allSettings, play: openPage("apiKeys") },
    teams: { ...allSettings, play: openPage("teams") },
    loading: { ...allSettings, session: loading },
    longNames: {
      ...allSettings,
      user: longUser,
      resources: [
        testResource(Resources.contactChannels, longChannels),
        ...everything.filter(({ key }) => key !== Resources.contactChannels.key)
      ]
    },
    noName: { ...allSettings, user: namelessUser }
  }
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
    skeleton: { ...profile, session: loading },
    busy: { ...profile, play: ({ submit }) => submit() },
    saved: {
      ...profile,
      answers: updateUserAnswer(ada),
      play: async ({ see, submit }) => {
        await submit()
        await see("[data-latchkey~=done]:not(:empty)")
      }
    },
    error: {
      ...profile,
      answers: { "PATCH /users/me": unavailable },
      play: async ({ see, submit }) => {
        await submit()
        await see("[role=alert]")
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

const password: Story = { render: () => <PasswordSettings />, user: ada, resources: [project] }

const changePassword = async ({ click, submit, type }: Player): Promise<void> => {
  await click("open-change-password")
  await type("oldPassword", "correct horse")
  await type("password", "battery staple")
  await type("confirmation", "battery staple")
  await submit("change-password")
}

const passwordSettings: Group = {
  component: "PasswordSettings",
  layout: "settings",
  stories: {
    idle: password,
    noPassword: { ...password, user: namelessUser },
    open: { ...password, play: ({ click }) => click("open-change-password") },
    busy: { ...password, play: changePassword },
    wrongPassword: {
      ...password,
      answers: { "POST /auth/password/update": refuse("PASSWORD_CONFIRMATION_MISMATCH") },
      play: async (player) => {
        await changePassword(player)
        await player.see("[role=alert]")
      }
    },
    changed: {
      ...password,
      answers: { "POST /auth/password/update": ok({ success: true }) },
      play: async (player) => {
        await changePassword(player)
        await player.see("[data-latchkey~=done]:not(:empty)")
      }
    }
  }
}

const passkey: Story = { render: () => <PasskeySettings />, user: ada, resources: [project] }

const passkeySettings: Group = {
  component: "PasskeySettings",
  layout: "settings",
  stories: {
    none: passkey,
    added: { ...passkey, user: { ...ada, passkeyAuthEnabled: true } },
    busy: { ...passkey, play: ({ click }) => click("add-passkey") },
    error: {
      ...passkey,
      answers: { "POST /auth/passkey/initiate-passkey-registration": unavailable },
      play: async ({ click, see }) => {
        await click("add-passkey")
        await see("[role=alert]")
      }
    },
    removing: {
      ...passkey,
      height: 420,
      user: { ...ada, passkeyAuthEnabled: true },
      play: async ({ click, see }) => {
        await click("remove-passkey")
        await see("dialog")
      }
    }
  }
}

const twoFactor: Story = { render: () => <TwoFactorSettings />, user: ada }

const startTwoFactor = async ({ click, see }: Player): Promise<void> => {
  await click("turn-on")
  await see("[data-latchkey~=enrolment]")
}

const twoFactorSettings: Group = {
  component: "TwoFactorSettings",
  layout: "settings",
  stories: {
    off: twoFactor,
    on: { ...twoFactor, user: { ...ada, requiresTotpMfa: true } },
    setup: { ...twoFactor, play: startTwoFactor },
    wrongCode: {
      ...twoFactor,
      // The component refreshes the token to learn the time of the service.
      answers: { "POST /auth/oauth/token": unavailable },
      play: async (player) => {
        await startTwoFactor(player)
        await player.type("code", "000000")
        await player.submit()
        await player.see("[role=alert]")
      }
    },
    turningOff: {
      ...twoFactor,
      height: 420,
      user: { ...ada, requiresTotpMfa: true },
      play: async ({ click, see }) => {
        await click("turn-off")
        await see("dialog")
      }
    },
    skeleton: { ...twoFactor, session: loading }
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

const sessionList: Story = {
  render: () => <SessionsSettings />,
  user: ada,
  resources: [testResource(Resources.sessions, sessions)]
}

const sessionsSettings: Group = {
  component: "SessionsSettings",
  layout: "settings",
  stories: {
    filled: sessionList,
    onlyThisOne: { ...sessionList, resources: [testResource(Resources.sessions, [currentSession])] },
    skeleton: { ...sessionList, resources: [pending(Resources.sessions)] },
    error: { ...sessionList, resources: [failed(Resources.sessions)] },
    busy: { ...sessionList, play: ({ click }) => click("revoke") },
    revokingOthers: {
      ...sessionList,
      height: 480,
      play: async ({ click, see }) => {
        await click("revoke-others")
        await see("dialog")
      }
    }
  }
}

const apiKeys: Story = {
  render: () => <ApiKeysSettings />,
  user: ada,
  resources: [project, testResource(Resources.userApiKeys, userKeys)]
}

const apiKeysSettings: Group = {
  component: "ApiKeysSettings",
  layout: "settings",
  stories: {
    filled: apiKeys,
    empty: { ...apiKeys, resources: [project, testResource(Resources.userApiKeys, [])] },
    skeleton: { ...apiKeys, resources: [project, pending(Resources.userApiKeys)] },
    creating: { ...apiKeys, play: ({ click }) => click("open-create-key") },
    created: {
      ...apiKeys,
      answers: {
        "POST /user-api-keys": ok({
          id: "00000000-0000-4000-8000-000000000699",
          type: "user",
          user_id: "00000000-0000-4000-8000-000000000001",
          description: "Nightly backup",
          created_at_millis: 0,
          is_public: false,
          value: "sk_gallery_5f3a9c1d07be4f2a8c66d1e0b7a94f2a"
        })
      },
      play: async ({ click, see, submit, type }) => {
        await click("open-create-key")
        await type("description", "Nightly backup")
        await submit("create-key")
        await see("[data-latchkey~=new-key]")
      }
    }
  }
}

const deletion: Story = { render: () => <DeleteAccount />, user: ada, resources: [project] }

const openDeletion = async ({ click, see }: Player): Promise<void> => {
  await click("delete")
  await see("dialog")
}

const deleteAccount: Group = {
  component: "DeleteAccount",
  layout: "settings",
  stories: {
    idle: deletion,
    confirming: { ...deletion, height: 520, play: openDeletion },
    mismatch: {
      ...deletion,
      height: 560,
      play: async (player) => {
        await openDeletion(player)
        await player.type("confirm", "ada")
        await player.submit("confirm")
        await player.see("[role=alert]")
      }
    },
    busy: {
      ...deletion,
      height: 520,
      play: async (player) => {
        await openDeletion(player)
        await player.type("confirm", "ada@example.com")
        await player.submit("confirm")
      }
    }
  }
}

export const settingsGroups: ReadonlyArray<Group> = [
  accountSettings,
  profileSettings,
  emailSettings,
  passwordSettings,
  passkeySettings,
  twoFactorSettings,
  connectedAccountsSettings,
  sessionsSettings,
  apiKeysSettings,
  deleteAccount
]
