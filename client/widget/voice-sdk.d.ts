/** What the widget uses of the SDK, which is an optional package. */
declare module '@twilio/voice-sdk' {
  interface Call {
    on(event: 'accept' | 'cancel' | 'disconnect' | 'error' | 'reject', listener: () => void): void
    mute(isMuted: boolean): void
    disconnect(): void
  }
  export class Device {
    constructor(token: string, options?: { closeProtection?: boolean })
    connect(options?: { params?: Record<string, string> }): Promise<Call>
    destroy(): void
  }
}
