/** File, arguments and shell of a child process of npm. Windows starts `npm.cmd` in a shell only. */
export const npmCommand = (...args) => {
  const { npm_execpath: npm } = process.env
  return npm
    ? { file: process.execPath, args: [npm, ...args], shell: false }
    : { file: 'npm', args, shell: process.platform === 'win32' }
}
