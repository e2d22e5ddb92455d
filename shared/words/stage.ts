export interface Stage {
  /** True on a developer's machine, with simulated carrier and models. */
  isLocal: boolean
}
