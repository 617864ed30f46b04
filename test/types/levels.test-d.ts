import { assertType, describe, expectTypeOf, it } from "@effect/vitest"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { Client, CurrentUser, type InvalidOptions, Password, Project, TokenStore } from "latchkey"
import { Admin, InternalApiKeys } from "latchkey/admin"
import { Emulator, toWebHandler } from "latchkey/emulator"
import { serve, type ServerFailed } from "latchkey/emulator/node"
import { layerHttpClient } from "latchkey/http"
import { ApiKeys, ContactChannels, Server, Sessions, TeamInvitations, Users } from "latchkey/server"

declare const key: Redacted.Redacted<string>

const projectId = "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
const client = { projectId, publishableClientKey: "pck_1" }

/** Compiles only for an effect without requirements. */
const runnable = <A, E>(_: Effect.Effect<A, E>): void => undefined

const built = <A, E>(layer: Layer.Layer<A, E, TokenStore.TokenStore>) => Layer.provide(layer, TokenStore.layerMemory)

describe("a layer", () => {
  it("a layer of a level requires a token store, and can fail with invalid options", () => {
    expectTypeOf(Client.layer).toEqualTypeOf<
      (options: Client.ClientOptions) => Layer.Layer<Client.Client, InvalidOptions, TokenStore.TokenStore>
    >()
    expectTypeOf(Client.make).toEqualTypeOf<
      (options: Client.ClientOptions) => Effect.Effect<
        Client.Client["Service"],
        InvalidOptions,
        TokenStore.TokenStore
      >
    >()
    expectTypeOf(Client.layerConfig).returns.toEqualTypeOf<
      Layer.Layer<Client.Client, InvalidOptions | Config.ConfigError, TokenStore.TokenStore>
    >()
  })

  it("a layer of the server level provides the client level, too", () => {
    expectTypeOf(Server.layer).toEqualTypeOf<
      (options: Server.ServerOptions) => Layer.Layer<
        Client.Client | Server.Server,
        InvalidOptions,
        TokenStore.TokenStore
      >
    >()
    expectTypeOf(Server.make).toEqualTypeOf<
      (options: Server.ServerOptions) => Effect.Effect<
        Server.Server["Service"],
        InvalidOptions,
        TokenStore.TokenStore
      >
    >()
    expectTypeOf(Server.layerConfig).returns.toEqualTypeOf<
      Layer.Layer<Client.Client | Server.Server, InvalidOptions | Config.ConfigError, TokenStore.TokenStore>
    >()
  })

  it("a layer of the admin level provides all three", () => {
    expectTypeOf(Admin.layer).toEqualTypeOf<
      (options: Admin.AdminOptions) => Layer.Layer<
        Client.Client | Server.Server | Admin.Admin,
        InvalidOptions,
        TokenStore.TokenStore
      >
    >()
    expectTypeOf(Admin.make).toEqualTypeOf<
      (options: Admin.AdminOptions) => Effect.Effect<Admin.Admin["Service"], InvalidOptions, TokenStore.TokenStore>
    >()
    expectTypeOf(Admin.layerConfig).returns.toEqualTypeOf<
      Layer.Layer<
        Client.Client | Server.Server | Admin.Admin,
        InvalidOptions | Config.ConfigError,
        TokenStore.TokenStore
      >
    >()
  })

  it("a layer of the emulator provides a client without requirements", () => {
    expectTypeOf(Emulator.layerClient).toEqualTypeOf<
      (options?: Emulator.Options) => Layer.Layer<Client.Client | Emulator.Emulator, InvalidOptions>
    >()
    expectTypeOf(Emulator.layer).returns.toEqualTypeOf<Layer.Layer<Emulator.Emulator>>()
    expectTypeOf(Emulator.layerWithoutTransport).returns.toEqualTypeOf<Layer.Layer<Emulator.Emulator>>()
  })

  it("a layer of HttpClient is a transport, which programs need not require", () => {
    expectTypeOf(layerHttpClient).toEqualTypeOf<Layer.Layer<never, never, HttpClient.HttpClient>>()
  })

  it("a layer of an emulator provides everything for serving it and answering web requests", () => {
    expectTypeOf(serve).returns.toEqualTypeOf<
      Effect.Effect<{ readonly url: string }, ServerFailed, Emulator.Emulator | Scope.Scope>
    >()
    expectTypeOf(toWebHandler).toEqualTypeOf<
      Effect.Effect<(request: Request) => Promise<Response>, never, Emulator.Emulator>
    >()
  })

  it("a layer of a store provides a level's requirement", () => {
    expectTypeOf(TokenStore.layerMemory).toEqualTypeOf<Layer.Layer<TokenStore.TokenStore>>()
    expectTypeOf(TokenStore.layerNone).toEqualTypeOf<Layer.Layer<TokenStore.TokenStore>>()
    expectTypeOf(TokenStore.layerTokens).returns.toEqualTypeOf<Layer.Layer<TokenStore.TokenStore>>()
    // @ts-expect-error without a store, the program is not complete
    runnable(Effect.provide(CurrentUser.get(), Client.layer(client)))
  })
})

describe("a program", () => {
  const server = built(Server.layer({ projectId, secretServerKey: key }))
  const admin = built(Admin.layer({ projectId, superSecretAdminKey: key }))

  it("a program with the client level can call client functions, and no server functions", () => {
    const layer = built(Client.layer(client))
    runnable(Effect.provide(Password.signIn({ email: "ada@example.com", password: key }), layer))
    // @ts-expect-error the client level does not list users
    runnable(Effect.provide(Users.list(), layer))
    // @ts-expect-error the client level does not create sessions
    runnable(Effect.provide(Sessions.create({ userId: projectId }), layer))
    // @ts-expect-error the client level does not check API keys
    runnable(Effect.provide(ApiKeys.check("user", key), layer))
    // @ts-expect-error the client level has nothing to do with the project's keys
    runnable(Effect.provide(InternalApiKeys.list, layer))
    // @ts-expect-error the client level does not see the contact channels of others
    runnable(Effect.provide(ContactChannels.list(projectId), layer))
    // @ts-expect-error the client level does not mail other users
    runnable(Effect.provide(Users.sendVerificationEmail(projectId, { callbackUrl: "https://example.com" }), layer))
    // @ts-expect-error the client level sends invitations by its own function
    runnable(Effect.provide(TeamInvitations.list(projectId), layer))
    // @ts-expect-error one call of a server is enough
    runnable(Effect.provide(Effect.all([Project.get, Users.get(projectId)]), layer))
  })

  it("a program with the server level calls both", () => {
    runnable(Effect.provide(Effect.all([Project.get, Users.list()]), server))
    // @ts-expect-error the server level has nothing to do with the project's keys
    runnable(Effect.provide(InternalApiKeys.list, server))
    // @ts-expect-error the server level is not the admin's
    runnable(Effect.provide(Admin.Admin, server))
  })

  it("a program with the admin level calls everything", () => {
    runnable(Effect.provide(Effect.all([Project.get, Users.list(), Admin.Admin]), admin))
  })

  it("a program without a level does not compile", () => {
    // @ts-expect-error a call needs a level
    runnable(CurrentUser.get())
    // @ts-expect-error a call needs a level
    runnable(Users.list())
  })
})

describe("the options", () => {
  it("the options of a client contain no secret key", () => {
    assertType<Client.ClientOptions>(client)
    // @ts-expect-error everybody can read what a client holds
    assertType<Client.ClientOptions>({ ...client, secretServerKey: key })
    // @ts-expect-error everybody can read what a client holds
    assertType<Client.ClientOptions>({ ...client, superSecretAdminKey: key })
    // A project of a service since 2026 may not require the key.
    assertType<Client.ClientOptions>({ projectId })
    // @ts-expect-error the id of the project is required
    assertType<Client.ClientOptions>({})
    // @ts-expect-error not even by way of the environment's layer
    Client.layerConfig({ secretServerKey: key })
    const withSecret = { ...client, secretServerKey: key }
    // @ts-expect-error nor by way of a variable
    Client.layer(withSecret)
    // @ts-expect-error nor do the server's options fit
    Client.layer(Emulator.serverOptions)
  })

  it("the options of a server contain its key, plain or redacted, and no admin key", () => {
    assertType<Server.ServerOptions>({ projectId, secretServerKey: key })
    assertType<Server.ServerOptions>({ projectId, secretServerKey: "ssk_1" })
    // @ts-expect-error a server has no business with the admin's key
    assertType<Server.ServerOptions>({ projectId, secretServerKey: key, superSecretAdminKey: key })
    // @ts-expect-error the key is required
    assertType<Server.ServerOptions>(client)
  })

  it("the options of an admin contain its key, and optionally the lower ones", () => {
    assertType<Admin.AdminOptions>({ projectId, superSecretAdminKey: key })
    assertType<Admin.AdminOptions>({ ...client, secretServerKey: key, superSecretAdminKey: key })
    // @ts-expect-error the key is required
    assertType<Admin.AdminOptions>({ projectId, secretServerKey: key })
    assertType<Admin.AdminOptions>({ projectId, superSecretAdminKey: "sak_1" })
  })

  it("the options of layerConfig are a Config, a value or undefined each", () => {
    assertType<Client.ConfigOptions<Client.ClientOptions>>({
      projectId: Config.String("PROJECT"),
      publishableClientKey: undefined,
      apiUrl: "https://api.example.com",
      requestTimeout: Config.Duration("TIMEOUT"),
      headerFamily: Config.Literals(["stack", "hexclave"], "FAMILY")
    })
    assertType<Server.ConfigOptions<Server.ServerOptions>>({ secretServerKey: Config.Redacted("KEY") })
    assertType<Server.ConfigOptions<Server.ServerOptions>>({
      secretServerKey: Config.option(Config.Redacted("KEY")).pipe(Config.map(Option.getOrUndefined))
    })
    // @ts-expect-error the id of a project is a string
    assertType<Client.ConfigOptions<Client.ClientOptions>>({ projectId: Config.Number("PROJECT") })
    // @ts-expect-error everybody can read what a client holds
    Client.layerConfig({ secretServerKey: Config.Redacted("KEY") })
  })

  it("the options of the emulator's project match the options of each level", () => {
    assertType<Client.ClientOptions>(Emulator.clientOptions)
    assertType<Server.ServerOptions>(Emulator.serverOptions)
  })
})
