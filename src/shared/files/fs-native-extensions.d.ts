declare module "fs-native-extensions" {
  const locks: {
    /** Takes an exclusive operating-system lock on a writable descriptor; false if another descriptor holds it. */
    tryLock(fd: number): boolean;
  };
  export default locks;
}
