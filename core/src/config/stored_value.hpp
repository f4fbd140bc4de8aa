// Converts members of a parameter struct to and from ParameterValue: one trait per type of member.
#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "limber/configuration.hpp"
#include "limber/types.hpp"

namespace limber::config {

template <class Member>
struct Stored;

// A member whose type is an alternative of ParameterValue.
template <class Member, ParameterType kType>
struct StoredAsItIs {
  static void describe(ParameterDescriptor& d) { d.type = kType; }
  static std::optional<ParameterValue> read(const Member& member) { return member; }
  static void write(Member& member, const ParameterValue& value) { member = std::get<Member>(value); }
};
template <>
struct Stored<bool> : StoredAsItIs<bool, ParameterType::kBool> {};
template <>
struct Stored<double> : StoredAsItIs<double, ParameterType::kNumber> {};
template <>
struct Stored<std::string> : StoredAsItIs<std::string, ParameterType::kText> {};
template <>
struct Stored<std::vector<double>> : StoredAsItIs<std::vector<double>, ParameterType::kNumbers> {};
template <>
struct Stored<std::vector<std::string>> : StoredAsItIs<std::vector<std::string>, ParameterType::kTexts> {};

template <>
struct Stored<int> {
  static void describe(ParameterDescriptor& d) { d.type = ParameterType::kInteger; }
  static std::optional<ParameterValue> read(int member) { return std::int64_t{member}; }
  static void write(int& member, const ParameterValue& value) {
    member = static_cast<int>(std::get<std::int64_t>(value));
  }
};

template <>
struct Stored<std::array<bool, 6>> {
  static void describe(ParameterDescriptor& d) {
    d.type = ParameterType::kBools;
    d.lengths = {6};
  }
  static std::optional<ParameterValue> read(const std::array<bool, 6>& member) {
    return std::vector<bool>(member.begin(), member.end());
  }
  static void write(std::array<bool, 6>& member, const ParameterValue& value) {
    const auto& flags = std::get<std::vector<bool>>(value);
    for (std::size_t i = 0; i < member.size(); ++i) member[i] = flags[i];
  }
};

// A six-vector may be given as two numbers, linear and angular, if the descriptor allows that length.
template <int kSize>
struct Stored<Eigen::Matrix<double, kSize, 1>> {
  using Vector = Eigen::Matrix<double, kSize, 1>;
  static void describe(ParameterDescriptor& d) {
    d.type = ParameterType::kNumbers;
    if (d.lengths.empty()) d.lengths = {kSize};
  }
  static std::optional<ParameterValue> read(const Vector& member) {
    return std::vector<double>(member.data(), member.data() + kSize);
  }
  static void write(Vector& member, const ParameterValue& value) {
    const auto& numbers = std::get<std::vector<double>>(value);
    const bool two_halves = numbers.size() == 2;
    for (int i = 0; i < kSize; ++i) member[i] = numbers[static_cast<std::size_t>(two_halves ? i / 3 : i)];
  }
};

// From 6 numbers (the diagonal) or 36 numbers (row-major).
inline Matrix6 matrix_of(const std::vector<double>& numbers) {
  if (numbers.size() == 6) return Eigen::Map<const Vector6>(numbers.data()).asDiagonal();
  return Eigen::Map<const Eigen::Matrix<double, 6, 6, Eigen::RowMajor>>(numbers.data());
}

template <>
struct Stored<Matrix6> {
  static void describe(ParameterDescriptor& d) {
    d.type = ParameterType::kNumbers;
    d.lengths = {6, 36};
    d.length_words = "6 numbers (the diagonal) or 36 (full, row-major)";
  }
  static std::optional<ParameterValue> read(const Matrix6& member) {
    std::vector<double> numbers;
    const bool diagonal = member.isDiagonal(0.0);
    for (int row = 0; row < 6; ++row) {
      for (int column = 0; column < 6; ++column) {
        if (!diagonal || row == column) numbers.push_back(member(row, column));
      }
    }
    return numbers;
  }
  static void write(Matrix6& member, const ParameterValue& value) {
    const Matrix6 given = matrix_of(std::get<std::vector<double>>(value));
    // The check tolerates differences in the last digit of mirrored entries; the law needs exact symmetry.
    member = 0.5 * (given + given.transpose());
  }
};

template <class Member>
struct Stored<std::optional<Member>> {
  static void describe(ParameterDescriptor& d) { Stored<Member>::describe(d); }
  static std::optional<ParameterValue> read(const std::optional<Member>& member) {
    return member ? Stored<Member>::read(*member) : std::nullopt;
  }
  static void write(std::optional<Member>& member, const ParameterValue& value) {
    Stored<Member>::write(member.emplace(), value);
  }
};

// A parameter that is one member of `Parameters`; `access` returns that member of a struct, const or not.
template <class Parameters, class Access>
Parameter<Parameters> bind(Access access, ParameterDescriptor descriptor) {
  using Member = std::remove_reference_t<decltype(access(std::declval<Parameters&>()))>;
  Stored<Member>::describe(descriptor);
  return {std::move(descriptor), [access](const Parameters& p) { return Stored<Member>::read(access(p)); },
          [access](Parameters& p, const ParameterValue& value) { Stored<Member>::write(access(p), value); }};
}

}  // namespace limber::config
