/** The stories of the account settings for security. */
import { Resources } from "latchkey"
import {
  ApiKeysSettings,
  DeleteAccount,
  PasskeySettings,
  PasswordSettings,
  SessionsSettings,
  testResource,
  TwoFactorSettings
} from "latchkey/react"
import { ok, refuse, unavailable } from "../fakeClient.ts"
import {
  ada,
  currentSession,
  failed,
  foreignUse,
  loading,
  makeProject,
  namelessUser,
  pending,
  sessions,
  userKeys
} from "../fixtures.ts"
import type { Player } from "../Player.ts"
import type { Group, Story } from "../Story.ts"

const project = testResource(Resources.project, makeProject())

const password: Story = { render: () => <PasswordSettings />, user: ada, resources: [project] }

const changePassword = async ({ click, submit, type }: Player): Promise<void> => {
  await click("open-change-password")
  await type("oldPassword", "correct horse")
  await type("password", "battery staple")
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
    usedElsewhere: {
      ...sessionList,
      resources: [testResource(Resources.sessions, sessions), testResource(Resources.foreignUse, foreignUse)]
    },
    skeleton: { ...sessionList, resources: [pending(Resources.sessions)] },
    error: { ...sessionList, resources: [failed(Resources.sessions)] },
    busy: { ...sessionList, play: ({ click }) => click("revoke") },
    empty: { ...sessionList, resources: [testResource(Resources.sessions, [])] },
    revokingFailed: {
      ...sessionList,
      answers: { [`DELETE /auth/sessions/${sessions[0]!.id}`]: unavailable },
      play: async ({ click, see }) => {
        await click("revoke")
        await see("[data-latchkey~=row] [role=alert]")
      }
    },
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

export const securityGroups: ReadonlyArray<Group> = [
  passwordSettings,
  passkeySettings,
  twoFactorSettings,
  sessionsSettings,
  apiKeysSettings,
  deleteAccount
]
