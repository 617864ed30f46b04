/** Finds this machine's Redis server. */
import { spawnSync } from "node:child_process"

export const command = process.env["REDIS_SERVER_PATH"] ?? "redis-server"

export const noRedis = `${command} cannot be run. Install it (Debian: apt-get install redis-server), or set ` +
  "REDIS_SERVER_PATH to a redis-server."

export const hasRedis = (): boolean => spawnSync(command, ["--version"]).status === 0
