/** Runs before the first paint, so that a chosen theme does not flash the other one. */
export const THEME_SCRIPT = `try{var t=localStorage.getItem('carillon:theme');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}`
