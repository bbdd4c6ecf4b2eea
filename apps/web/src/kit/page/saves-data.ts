/** Whether the viewer asked the browser to save data. Firefox and Safari do not tell. */
export const savesData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
