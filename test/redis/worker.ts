/**
 * A process of a server, for `processes.redis.ts`. Its parent sends the cookies of requests, and gets the tags of the
 * principals and errors.
 */
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redis from "effect/persistence/Redis"
import * as Schedule from "effect/Schedule"
import { BackgroundRedis, RedisSessionStore, RedisState } from "latchkey/redis"
import { Authentication } from "latchkey/server"

export interface Task {
  readonly cookie: string
  /** The number of concurrent requests. */
  readonly count: number
  /** Works without Redis. */
  readonly isAlone?: boolean
}

export interface Outcome {
  /** The number of requests, by the tag of their principal or error. */
  readonly tags: Readonly<Record<string, number>>
  /** The error messages, for the report of a failed test. */
  readonly messages: ReadonlyArray<string>
  /** The cookies that the responses set. */
  readonly setCookies: ReadonlyArray<string>
}

export interface Settings {
  readonly apiUrl: string
  readonly projectId: string
  readonly secretServerKey: string
  readonly redisUrl: string
  /** Starts without waiting for the connection to Redis. */
  readonly isEager: boolean
}

const settings: Settings = JSON.parse(process.argv[2]!)
const { apiUrl, isEager, projectId, redisUrl, secretServerKey } = settings

/** The timeout is long enough for a busy machine, and short enough for a test with a paused Redis. */
const guard = { commandTimeout: "2 seconds", cooldown: "1 second" } as const

const layerRedis = BackgroundRedis.layer(NodeRedis.layer({ url: redisUrl }))

const layerAuthentication = Authentication.layer({ apiUrl, projectId, secretServerKey })

const withRedis = ManagedRuntime.make(
  layerAuthentication.pipe(
    Layer.provide(Layer.mergeAll(
      RedisState.layer({ ...guard, secret: secretServerKey, lease: "3 seconds" }),
      RedisSessionStore.layer({ ...guard, rotationInterval: "1 second", rotationGrace: "1 second" })
    )),
    Layer.provideMerge(layerRedis),
    Layer.provide(Logger.layer([]))
  )
)

const alone = ManagedRuntime.make(Layer.fresh(layerAuthentication))

const authenticate = (cookie: string) =>
  Authentication.authenticate(new Request("https://app.example.com/orders", { headers: { cookie } })).pipe(
    Effect.map(({ headers, principal }) => ({ tag: principal._tag, message: "", lines: headers.getSetCookie() })),
    Effect.catch((error) => Effect.succeed({ tag: error._tag, message: error.message, lines: [] }))
  )

const run = ({ cookie, count, isAlone = false }: Task): Promise<Outcome> =>
  (isAlone ? alone : withRedis).runPromise(
    Effect.map(
      Effect.all(Array.from({ length: count }, () => authenticate(cookie)), { concurrency: "unbounded" }),
      (all) => ({
        tags: Object.fromEntries(
          [...new Set(all.map(({ tag }) => tag))].map((tag) => [tag, all.filter((one) => one.tag === tag).length])
        ),
        messages: [...new Set(all.map(({ message }) => message))].filter((message) => message !== ""),
        setCookies: [...new Set(all.flatMap(({ lines }) => lines))]
      })
    )
  )

process.on("message", (task: Task) => {
  void run(task).then((outcome) => process.send!(outcome))
})

const connected = Effect.flatMap(Redis.Redis, (redis) => redis.send("PING")).pipe(
  Effect.retry(Schedule.spaced("20 millis"))
)

void withRedis.runPromise(isEager ? Effect.void : connected).then(() => process.send!("ready"))
