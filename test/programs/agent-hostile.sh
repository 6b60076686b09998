# An agent that does all it can to stay: told a file to make when it is ready, and how many children to have.
ready=$1 children=${2:-2}
# children inherit this, so nothing below ends when it is asked to
trap '' TERM HUP INT
# in a session of its own, with the pipes held open
setsid sleep 600 &
# in a session of its own, and its parent is gone
(setsid sleep 600 &)
(setsid sh -c 'sleep 600 & sleep 600' < /dev/null > /dev/null 2>&1 &)
# without the environment that it was given
env -i sh -c 'while :; do sleep 600; done' "$ready" &
while [ "$children" -gt 0 ]; do
  sleep 600 &
  children=$((children - 1))
done
echo ready > "$ready"
# always starting another one
while :; do sleep 0.1; done
