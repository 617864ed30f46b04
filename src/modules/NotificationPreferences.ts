export * from "../account/NotificationPreferences.ts"
