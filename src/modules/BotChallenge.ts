export * from "../auth/BotChallenge.ts"
