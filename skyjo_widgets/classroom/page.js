(() => {
  const games = JSON.parse(document.getElementById("games").textContent);
  const said = JSON.parse(document.getElementById("said").textContent);
  const board = document.getElementById("board");
  if (board) {
    const choose = document.getElementById("choose");
    const slider = document.getElementById("slider");
    const told = document.getElementById("told");
    const playing = document.getElementById("play");
    let game = games[0], timer = 0;
    const made = (tag, name, text) => {
      const element = document.createElement(tag);
      if (name) element.className = name;
      if (text !== undefined) element.textContent = text;
      return element;
    };
    const card = (letter, fresh) => {
      const kind = letter === "?" ? "down" : letter === "." ? "gap" : "";
      const shown = letter === "?" ? "◆" : letter === "." ? "" : String(letter.charCodeAt(0) - 99);
      return made("div", `card ${kind} ${fresh ? "new" : ""}`, shown.replace("-", "−"));
    };
    const pile = (value, label) => {
      const place = made("div");
      place.append(card(value === null ? "." : String.fromCharCode(value + 99)), made("span", "", label));
      return place;
    };
    const show = () => {
      const at = Number(slider.value);
      const [one, other, seat, drawn, discard, left, totals, words] = game.steps[at];
      const before = game.steps[Math.max(at - 1, 0)];
      board.replaceChildren();
      [one, other].forEach((faces, number) => {
        const place = made("div", seat === number ? "seat on" : "seat");
        const grid = made("div", "grid");
        [...faces].forEach((face, slot) => grid.append(card(face, face !== before[number][slot])));
        place.append(made("b", "", game.names[number]), grid, made("span", "", said.total.replace("{n}", totals[number])));
        board.append(place);
        if (number === 0) {
          const piles = made("div", "piles");
          piles.append(pile(discard, said.discard));
          const stack = made("div");
          stack.append(card(left ? "?" : "."), made("span", "", `${said.draw}: ${left}`));
          piles.append(stack);
          if (drawn !== null) piles.append(pile(drawn, said.drawn));
          board.append(piles);
        }
      });
      told.textContent = words;
    };
    const stop = () => { clearInterval(timer); timer = 0; playing.textContent = said.play; };
    const go = (by) => { slider.value = Number(slider.value) + by; show(); };
    choose.addEventListener("change", () => {
      stop(); game = games[choose.value]; slider.max = game.steps.length - 1; slider.value = 0; show();
    });
    slider.addEventListener("input", () => { stop(); show(); });
    document.getElementById("back").addEventListener("click", () => { stop(); go(-1); });
    document.getElementById("forward").addEventListener("click", () => { stop(); go(1); });
    playing.addEventListener("click", () => {
      if (timer) return stop();
      if (slider.value === slider.max) slider.value = 0;
      playing.textContent = said.pause;
      timer = setInterval(() => { go(1); if (slider.value === slider.max) stop(); }, 900);
    });
    slider.max = game.steps.length - 1;
    show();
  }
  const open = () => document.querySelectorAll("details").forEach((part) => { part.open = true; });
  addEventListener("beforeprint", open);
  if (said.follow) {
    // A page that lies on a disk may load a script beside it, and nothing else: so the news is a script.
    const key = "skyjo-scroll";
    scrollTo(0, Number(sessionStorage.getItem(key) || 0));
    setInterval(() => {
      const news = document.createElement("script");
      news.src = `news.js?${Date.now()}`;
      news.onload = () => {
        news.remove();
        if (window.skyjoNews && window.skyjoNews !== said.follow) {
          sessionStorage.setItem(key, scrollY);
          location.reload();
        }
      };
      news.onerror = () => news.remove();
      document.head.append(news);
    }, 2000);
  }
})();
