/* What is shown: the step, and the place that was chosen. */
export let at = -1, here = null, whenChosen = () => {};
export const setAt = to => { at = to; };
export const setHere = id => { here = id; };
export const onChosen = tell => { whenChosen = tell; };  // who must know when another place is chosen
