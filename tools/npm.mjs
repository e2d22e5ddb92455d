/** File, arguments and shell for a child process of npm. Windows starts `npm.cmd` only in a shell. */
export const npmCommand = (...args) => {
  const { npm_execpath: npm } = process.env
  return npm
    ? { file: process.execPath, args: [npm, ...args], shell: false }
    : { file: 'npm', args, shell: process.platform === 'win32' }
}
