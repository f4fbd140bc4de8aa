# Completion of `limber` in bash. The program itself says what may come next, so this file need not know its options.
_limber() {
  local words=("${COMP_WORDS[@]:1:COMP_CWORD}")
  # bash takes --option=value apart at the sign.
  if [[ ${#words[@]} -ge 2 && ${words[-1]} == "=" ]]; then
    words[-1]=""
  elif [[ ${#words[@]} -ge 3 && ${words[-2]} == "=" ]]; then
    words=("${words[@]:0:${#words[@]}-2}" "${words[-1]}")
  fi
  mapfile -t COMPREPLY < <("${COMP_WORDS[0]}" complete -- "${words[@]}" 2>/dev/null)
}
complete -o default -F _limber limber
